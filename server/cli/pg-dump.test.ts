import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { backupName } from '../backups/rotate.ts';
import { migrate } from '../db/migrate.ts';
import { beginCli, hear, interrupt, type Ran, runCli, startCli } from '../testing/cli-process.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from '../testing/system-postgres.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
// the embedded package brings no pg_dump
const programs = findSystemPostgres();

let folder: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-pg-dump-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

// pg_dump is looked for with the environment of the process
function settings({ PATH, LD_LIBRARY_PATH, ...env }: Record<string, string>): Record<string, string> {
  if (PATH) vi.stubEnv('PATH', PATH);
  if (LD_LIBRARY_PATH) vi.stubEnv('LD_LIBRARY_PATH', LD_LIBRARY_PATH);
  return { SECRET, BACKUP_RECIPIENT: 'none', ...env };
}

const cli = (args: readonly string[], env: Record<string, string>): Promise<Ran> =>
  runCli(args, folder, settings(env));

// Nights of a command that goes on for ever: what it has said once it waits for the next one.
async function firstNight(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { hear, close, ended } = beginCli(args, folder, settings(env));
  const said = await hear('Prochaine sauvegarde');
  await close();
  await ended;
  return said;
}

/** A folder for PATH with a pg_dump of a test's own. */
async function pretend(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  await writeFile(join(path, 'pg_dump'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return `${path}:/usr/bin:/bin`;
}

describe('the pg_dump for a given database', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  const versions = `case "$1" in --version) echo 'pg_dump (PostgreSQL) $VERSION'; exit;; esac`;

  test.each([
    ['absent', '', /pg_dump.* est introuvable : installez le client de PostgreSQL 18 .*postgresql-client-18/],
    [
      'older',
      versions.replace('$VERSION', '15.18 (Debian 15.18-0+deb12u1)'),
      /pg_dump 15 est trop ancien .*PostgreSQL 18/,
    ],
    [
      'killed',
      `${versions.replace('$VERSION', '18.4')}\necho '-- PostgreSQL database dump'; echo 'no such luck' >&2; exit 1`,
      /pg_dump a échoué \(1\) : no such luck/,
    ],
    [
      'cut short',
      `${versions.replace('$VERSION', '18.4')}\necho '-- PostgreSQL database dump'`,
      /La sauvegarde n’est pas entière. Sa dernière ligne manque/,
    ],
  ])('%s: reported, exit code 1, and no file', async (name, script, sentence) => {
    const place = join(folder, `out of ${name}`);
    const PATH = script === '' ? join(folder, 'nowhere') : await pretend(name, script);
    const env = { DATABASE_URL: database.url, PATH };
    const ran = await cli(['backup', '--into', place], env);
    expect(ran).toMatchObject({ code: 1, out: '', said: expect.stringMatching(sentence) });
    expect(await readdir(place).catch(() => [])).toEqual([]);
  });

  test('gets the password where nobody else reads it, from any part of DATABASE_URL', async () => {
    const heard = join(folder, 'heard');
    const script = `${versions.replace('$VERSION', '18.4')}\necho "$PGPASSWORD" "$@" > '${heard}'; exit 1`;
    const env = { PATH: await pretend('listening', script) };
    const url = new URL(database.url);
    const { password } = url;
    url.password = '';
    url.searchParams.set('password', decodeURIComponent(password));
    for (const DATABASE_URL of [database.url, url.href]) {
      await cli(['backup', '--out', 'heard.sql.gz'], { ...env, DATABASE_URL });
      const [first, ...args] = (await readFile(heard, 'utf8')).split(' ');
      expect(first).toBe(decodeURIComponent(password));
      expect(args.join(' ')).not.toContain(password);
    }
  });

  test('is reported and repeated after a failure at night', async () => {
    const PATH = join(folder, 'nowhere');
    const env = { DATABASE_URL: database.url, PATH };
    expect(await firstNight(['backup', '--into', 'failing', '--nightly'], env)).toMatch(
      /^pg_dump.* est introuvable.*\nProchaine sauvegarde/,
    );
  });

  test('runs at once after a backup with a future date', async () => {
    const PATH = join(folder, 'nowhere');
    const at = new Date(Date.now() + 1_097 * 86_400_000);
    await database.db.insertInto('backups').values({ at, size_bytes: 1, is_encrypted: true }).execute();
    const env = { DATABASE_URL: database.url, PATH };
    expect(await firstNight(['backup', '--into', 'ahead', '--nightly'], env)).toMatch(
      /^pg_dump.* est introuvable/,
    );
  });

  test('keeps and reports a nightly backup that cannot be restored, removes the old ones, and makes another the next night', async () => {
    const script = `${versions.replace('$VERSION', '18.4')}
printf '%s\\n' 'SELECT nonsense;' '--' '-- PostgreSQL database dump complete' '--'`;
    const env = { DATABASE_URL: database.url, PATH: await pretend('unproven', script) };
    const place = join(folder, 'unproven-nights');
    await mkdir(place);
    const [old = '', ...recent] = [40, 6, 5, 4, 3, 2, 1].map((days) =>
      backupName(new Date(Date.now() - days * 86_400_000), false),
    );
    for (const name of [old, ...recent]) await writeFile(join(place, name), '');
    expect(await firstNight(['backup', '--into', place, '--nightly', '03:15'], env)).toMatch(
      /Sauvegarde effacée : .*\n(.*\n)*.*sa restauration à l’essai a échoué.*\nProchaine sauvegarde : .* 03:15:00/,
    );
    expect(await readdir(place)).toHaveLength(7);
    expect(await readdir(place)).not.toContain(old);
    const [{ verified_at } = expect.fail('not known')] = await database.db
      .selectFrom('backups')
      .select('verified_at')
      .execute();
    expect(verified_at).toBeNull();
  });

  test('is repeated within a minute for a database in preparation', async () => {
    const bare = await createBareDatabase();
    const said = await firstNight(['backup', '--into', 'empty-nights', '--nightly'], {
      DATABASE_URL: bare.url,
    });
    const [, day, month, year, time] =
      /: (\d+)\/(\d+)\/(\d+) (.*)$/m.exec(said.split('Prochaine')[1] ?? '') ?? [];
    expect(said).toMatch(/^Cette base de données est vide/);
    // without a zone: that of this process, as it is said
    expect(Date.parse(`${year}-${month}-${day}T${time}`)).toBeLessThanOrEqual(Date.now() + 60_000);
    await bare.drop();
  });

  test('does not run before somebody has chosen a key or none', async () => {
    const env = { DATABASE_URL: database.url, BACKUP_RECIPIENT: '' };
    const ran = await cli(['backup', '--out', 'chosen.sql.gz'], env);
    expect(ran).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^BACKUP_RECIPIENT manque.*age1….*none/),
    });
    expect(await readdir(folder)).not.toContain('chosen.sql.gz');
  });

  test('does not run for an empty database', async () => {
    const empty = new URL(database.url);
    empty.pathname = 'postgres';
    const ran = await cli(['backup', '--out', 'empty.sql.gz'], { DATABASE_URL: empty.href });
    expect(ran).toMatchObject({ code: 1, said: expect.stringContaining('Il n’y a rien à sauvegarder') });
  });
});

describe.runIf(programs !== null)('a database of one’s own', () => {
  let system: SystemPostgres;
  let env: Record<string, string>;

  beforeAll(async () => {
    if (programs === null) return;
    system = await startSystemPostgres(programs);
    env = { DATABASE_URL: system.url, ...programs.env };
  });
  afterAll(() => system?.stop());

  async function query(url: string, text: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  }

  /** As its superuser. */
  async function administer(text: string): Promise<unknown[]> {
    const url = new URL(system.url);
    [url.username, url.password] = ['postgres', ''];
    return query(url.href, text);
  }

  test('with a newer schema after a rollback is backed up, verified, and restored', async () => {
    const next = join(folder, 'newer-migrations');
    await cp(join(import.meta.dirname, '../db/migrations'), next, { recursive: true });
    await writeFile(
      join(next, '9999_later.sql'),
      `CREATE TABLE later (name text); INSERT INTO later VALUES ('là');`,
    );
    await migrate(system.url, { folder: next });
    await query(system.url, 'DELETE FROM backups');
    // what else may live in that database, and is nobody's of ours
    await administer('CREATE SCHEMA cron; CREATE TABLE cron.jobs (id int); CREATE EXTENSION pg_trgm');
    const args = join(folder, 'args');
    const PATH = await pretend('spy', `echo "$@" >> '${args}'; exec '${programs?.folder}/pg_dump' "$@"`);
    const ran = await cli(['backup', '--out', 'rolled-back.sql.gz', '--verify'], { ...env, PATH });
    expect(ran).toMatchObject({ code: 0, said: expect.stringContaining('Sauvegarde vérifiée') });
    // others of the machine can read a command line
    expect(await readFile(args, 'utf8')).toContain('--dbname=postgres://parite@');
    expect(await readFile(args, 'utf8')).not.toMatch(/mot.*passe/);
    const text = gunzipSync(await readFile(join(folder, 'rolled-back.sql.gz'))).toString('utf8');
    expect(text).not.toMatch(/cron|pg_trgm/);
    await query(system.url, `UPDATE later SET name = 'perdu'`);
    const restored = await cli(['restore', 'rolled-back.sql.gz', '--replace'], env);
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringContaining('plus récente (9999_later.sql)'),
    });
    expect(await query(system.url, 'SELECT name FROM later')).toEqual([{ name: 'là' }]);
    await migrate(system.url);
    const kept = await query(system.url, 'SELECT verified_at FROM backups');
    // a backup does not hold itself
    expect(kept).toEqual([]);
  });

  test('with an older schema is backed up unchanged', async () => {
    await administer('CREATE DATABASE older OWNER parite');
    const older = new URL(system.url);
    older.pathname = 'older';
    const folderOfOlder = join(folder, 'older-migrations');
    await cp(join(import.meta.dirname, '../db/migrations'), folderOfOlder, { recursive: true });
    for (const name of await readdir(folderOfOlder)) {
      if (name >= '0008') await rm(join(folderOfOlder, name));
    }
    await migrate(older.href, { folder: folderOfOlder });
    const applied = await query(older.href, 'SELECT count(*) FROM migrations');
    const ran = await cli(['backup', '--into', 'older-nights'], { ...env, DATABASE_URL: older.href });
    expect(ran).toMatchObject({ code: 0, said: expect.stringContaining('Sauvegarde vérifiée') });
    expect(await query(older.href, 'SELECT count(*) FROM migrations')).toEqual(applied);
  });

  test('is backed up every night: at once without a backup, then at the hour', async () => {
    await migrate(system.url);
    await query(system.url, 'DELETE FROM backups');
    // a process, as it runs every night
    const args = ['backup', '--into', 'nights', '--nightly', '03:15'];
    const child = startCli(args, folder, { SECRET, BACKUP_RECIPIENT: 'none', ...env });
    expect(await hear(child.stderr, 'Prochaine sauvegarde')).toMatch(
      /Sauvegarde écrite : .*\n(.*\n)*Sauvegarde vérifiée.*\nProchaine sauvegarde : .* 03:15:00/,
    );
    expect(await readdir(join(folder, 'nights'))).toHaveLength(1);
    await interrupt(child, 'SIGTERM');
  });
});
