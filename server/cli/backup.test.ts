// Duration: databases that are dumped, encrypted and restored by commands, two of them in a process.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { backupName } from '../backups/rotate.ts';
import { joinEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Db, openDatabase } from '../db/open.ts';
import { startTestApp } from '../testing/app.ts';
import { interrupt, type Ran, readCli, runCli, startCli } from '../testing/cli-process.ts';
import { createBareDatabase } from '../testing/database.ts';
import { Browser, furnishOffice, mailOf, PASSWORD } from '../testing/office.ts';
import { aFixingLogRow } from '../testing/rows.ts';
import { endServer, type ServerProcess, startServer } from '../testing/server-process.ts';
import { findTool } from '../testing/tools.ts';

const age = findTool('age');

let folder: string;
let server: ServerProcess;
/** of the private database */
let own: Record<string, string>;
let url: string;
/** of a link that was given before its backup */
let token: string;
/** the text of that backup */
let plain: string;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parite-cli-'));
  await chmod(folder, 0o711);
  own = { DATABASE_URL: '', SECRET: '', DATA_DIR: join(folder, 'un'), DEMO: 'off', BACKUP_RECIPIENT: 'none' };
  server = await startServer(own);
  ({ url } = await joinEmbedded({ dataDir: join(folder, 'un'), log: () => undefined }));
  // the whole demonstration is in server/db/dump.test.ts
  await ask(url, async (db) => {
    for (const table of ['scopes', 'currencies'] as const) await db.deleteFrom(table).execute();
    const { companies, users } = await furnishOffice(db);
    await db
      .insertInto('fixing_logs')
      .values(aFixingLogRow({ at: new Date(), company_id: companies.Quais ?? 0, user_id: users.agent }))
      .execute();
  });
  const invited = await cli(['user', 'invite', 'zoe@exemple.fr', 'Zoé', '--company', 'Quais']);
  token = invited.out.trim().split('token=')[1] ?? '';
  expect(await cli(['backup', '--out', 'base.sql.gz'])).toMatchObject({ code: 0, out: '' });
  plain = gunzipSync(await readFile(join(folder, 'base.sql.gz'))).toString('utf8');
});

afterAll(async () => {
  await endServer(server.child);
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], env = own, input = ''): Promise<Ran> =>
  runCli(args, folder, env, { input });

/** For what a process alone shows: its input. */
async function cliProcess(args: readonly string[], env: Record<string, string>, input: string): Promise<Ran> {
  const child = startCli(args, folder, env);
  child.stdin?.on('error', () => undefined).end(input);
  return readCli(child);
}

/** A database given by DATABASE_URL. */
async function given(): Promise<{ env: Record<string, string>; drop(): Promise<void> }> {
  const { url: DATABASE_URL, drop } = await createBareDatabase();
  return { env: { DATABASE_URL, SECRET: 'of-a-test-and-of-nothing-else-0123456789' }, drop };
}

async function ask<T>(where: string, use: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(where, { maxConnections: 1 });
  return use(db).finally(close);
}

const countFixings = (where = '') =>
  ask(where, async (db) => (await sql`SELECT count(*)::int AS n FROM fixing_logs`.execute(db)).rows);

describe('a backup of the private database, while its server runs', () => {
  test('is compressed, complete, readable by its owner only, and never overwrites another', async () => {
    expect(plain.trimEnd().endsWith('-- PostgreSQL database dump complete\n--')).toBe(true);
    expect((await stat(join(folder, 'base.sql.gz'))).mode & 0o777).toBe(0o600);
    expect(await cli(['backup', '--out', 'base.sql.gz'])).toMatchObject({
      code: 1,
      said: expect.stringContaining('existe déjà'),
    });
    expect((await readdir(folder)).filter((name) => name.includes('.part'))).toEqual([]);
  });

  test.each([
    [['--out', 'base.sql'], 'son nom doit finir par .sql.gz'],
    [['-'], 'plus d’éléments'],
    [['--out', 'a.sql.gz', '--into', 'b'], 'ne vont pas ensemble'],
    [['--into', 'b', '--nightly'], 'base privée'],
  ])('%j is refused: nothing is written where a pipe could lose it', async (args, sentence) => {
    const ran = await cli(['backup', ...args]);
    expect(ran).toMatchObject({ code: 2, out: '', said: expect.stringContaining(sentence) });
  });

  test('leaves no file if it is interrupted', async () => {
    const place = join(folder, 'vide');
    await mkdir(place);
    const ended = await ask(url, (db) =>
      db.transaction().execute(async (trx) => {
        await sql`LOCK TABLE leads IN ACCESS EXCLUSIVE MODE`.execute(trx);
        const child = startCli(['backup', '--out', 'vide/base.sql.gz'], folder, own);
        await vi.waitFor(async () => expect(await readdir(place)).toHaveLength(1), { timeout: 30_000 });
        return interrupt(child, 'SIGTERM');
      }),
    );
    expect(ended.code).toBe(1);
    expect(await readdir(place)).toEqual([]);
  });
});

test('without a choice, a key in DATA_DIR encrypts backups of the private database and is printed once, to a person', async () => {
  const env = { ...own, BACKUP_RECIPIENT: '' };
  const key = join(folder, 'un', 'backup.key');
  const madeNew = 'Une nouvelle clé des sauvegardes vient d’être faite';
  const doctor = async () => (await cli(['doctor'], env)).out;
  // the backup that is known of is in clear text
  expect(await doctor()).toMatch(/^à voir .*backup\.key n’existe pas encore\./m);
  const first = await cli(['backup', '--out', 'own.sql.gz.age'], env);
  expect(first.said).toContain(madeNew);
  expect(await doctor()).toMatch(/^bon .*à la clé de .*backup\.key\./m);
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining(key) });
  const [identity = 'none'] = /AGE-SECRET-KEY-\w+/.exec(await readFile(key, 'utf8')) ?? [];
  expect((await stat(key)).mode & 0o777).toBe(0o600);
  expect(first.said).not.toContain('AGE-SECRET-KEY');
  const atTerminal = (name: string) => runCli(['backup', '--out', name], folder, env, { isTerminal: true });
  const second = await atTerminal('second.sql.gz.age');
  expect(second.said).toContain(`qu’une fois : ${identity}`);
  expect(second.said).not.toContain(madeNew);
  expect((await atTerminal('third.sql.gz.age')).said).not.toContain('AGE-SECRET-KEY');
  expect(await cli(['backup', '--out', 'plain.sql.gz'], env)).toMatchObject({ code: 2 });
  const { env: there, drop } = await given();
  const refused = await cli(['restore', 'third.sql.gz.age'], there);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('DATA_DIR/backup.key') });
  expect(await cli(['restore', 'third.sql.gz.age', '--identity', key], there)).toMatchObject({ code: 0 });
  expect(await countFixings(there.DATABASE_URL)).toEqual(await countFixings(url));
  await drop();
  await rm(key);
  expect(await doctor()).toMatch(/^à voir .*backup\.key manque\. Remettez-y la copie gardée/m);
  expect((await atTerminal('fourth.sql.gz.age')).said).toContain(madeNew);
  await rm(key);
  const fifth = await cli(['backup', '--out', 'fifth.sql.gz.age'], env);
  expect(fifth).toMatchObject({ code: 0, said: expect.stringContaining(madeNew) });
  expect(fifth.said).not.toContain('AGE-SECRET-KEY');
  await ask(url, (db) => db.deleteFrom('backups').where('is_encrypted', '=', true).execute());
});

describe('stored backups', () => {
  let identity: string;
  let place: string;
  /** in `place` */
  let made: string;

  test('are encrypted to a key, verified every week, told, restored with the private key, and go when they are old', async () => {
    await keepNights();
    await restoreWithPrivateKey();
    if (age) await openWithAge(age);
  });

  async function keepNights(): Promise<void> {
    place = join(folder, 'nuits');
    identity = await generateX25519Identity();
    const env = { ...own, BACKUP_RECIPIENT: await identityToRecipient(identity) };
    await mkdir(place);
    const old = ['parite-2020-01-01T023000Z.sql.gz.age', 'parite-2020-01-02T023000Z.sql.gz'];
    // the newest stay whatever their age
    const recent = [1, 2, 3, 4, 5, 6].map((days) =>
      backupName(new Date(Date.now() - days * 86_400_000), false),
    );
    const others = [...recent, 'notes.txt', 'parite-2020-01-01T023000Z.sql', 'parite-now.sql.gz.7.part'];
    for (const name of [...old, ...others, 'parite-old.sql.gz.7.part'])
      await writeFile(join(place, name), '');
    await utimes(join(place, 'parite-old.sql.gz.7.part'), 0, 0);

    const first = await cli(['backup', '--into', 'nuits', '--keep', '7'], env);
    expect(first).toMatchObject({ code: 0, out: '' });
    expect(first.said).toMatch(/Sauvegarde vérifiée dans une base d’essai : tables \d+, lignes [\d\s]+\./);
    const left = (await readdir(place)).filter((name) => !others.includes(name));
    expect(left).toHaveLength(1);
    [made = ''] = left;
    expect(made).toMatch(/^parite-\d{4}-\d\d-\d\dT\d{6}Z\.sql\.gz\.age$/);
    expect((await readFile(join(place, made))).subarray(0, 21).toString()).toBe('age-encryption.org/v1');

    // the same week: not again
    const again = async () => {
      // its name is of a second
      await delay(1_000);
      return cli(['backup', '--into', 'nuits'], env);
    };
    const second = await again();
    expect(second.code).toBe(0);
    expect(second.said).not.toContain('vérifiée');
    const rows = await ask(url, async (db) => {
      const all = await db
        .selectFrom('backups')
        .selectAll()
        .where('is_encrypted', '=', true)
        .orderBy('id')
        .execute();
      await db
        .updateTable('backups')
        .set({ verified_at: new Date(Date.now() - 8 * 86_400_000) })
        .execute();
      return all;
    });
    expect(rows.map(({ verified_at }) => verified_at !== null)).toEqual([true, false]);
    expect(rows[0]?.size_bytes).toBe((await stat(join(place, made))).size);
    expect((await again()).said).toContain('vérifiée');
    // by a clock that was years ahead: proves nothing today
    const ahead = new Date(Date.now() + 1_097 * 86_400_000);
    await ask(url, (db) => db.updateTable('backups').set({ verified_at: ahead }).execute());
    expect((await again()).said).toContain('vérifiée');
    expect((await cli(['backup', '--into', 'nuits'], env)).said).not.toContain('vérifiée');
    const scratch = ask(url, (db) =>
      sql`SELECT 1 FROM pg_database WHERE datname LIKE '%scratch'`.execute(db),
    );
    expect((await scratch).rows).toEqual([]);
  }

  /** For good, and to see that they can be. */
  async function restoreWithPrivateKey(): Promise<void> {
    const { env, drop } = await given();
    const file = join(place, made);
    await writeFile(join(folder, 'key.txt'), `# public key: age1...\n${identity}\n`);
    const tried = await cli(['restore', file, '--identity', 'key.txt', '--scratch'], env);
    expect([tried.code, tried.said]).toEqual([0, expect.stringContaining('Sauvegarde vérifiée')]);
    expect(await cli(['restore', file, '--identity', '-'], env, identity)).toMatchObject({ code: 0 });
    expect(await countFixings(env.DATABASE_URL)).toEqual(await countFixings(url));
    await drop();
  }

  async function openWithAge(program: string): Promise<void> {
    const args = ['--decrypt', '--identity', 'key.txt', join(place, made)];
    const opened = execFileSync(program, args, { cwd: folder });
    expect(gunzipSync(opened).toString('utf8')).toContain('PostgreSQL database dump complete');
  }
});

describe('restore', () => {
  test('loads a file or standard input into a given database, or leaves it as it was', async () => {
    const { env, drop } = await given();
    expect(await cli(['restore', 'base.sql.gz'], env)).toMatchObject({ code: 0, out: '' });
    expect(await countFixings(env.DATABASE_URL)).toEqual(await countFixings(url));
    const refused = await cli(['restore', '-'], env, plain);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('n’est pas vide') });
    const half = (await readFile(join(folder, 'base.sql.gz'))).subarray(0, 3_000);
    await writeFile(join(folder, 'half.sql.gz'), half);
    expect(await cliProcess(['restore', '-', '--replace'], env, plain)).toMatchObject({ code: 0 });
    const damaged = await cli(['restore', 'half.sql.gz', '--replace'], env);
    expect(damaged).toMatchObject({ code: 1, said: expect.stringContaining('ne se charge pas') });
    expect(await countFixings(env.DATABASE_URL)).toEqual(await countFixings(url));
    await drop();
  });

  test('moves users, passwords and links from the private database to a given one', async () => {
    const { env, drop } = await given();
    const SECRET = (await readFile(join(own.DATA_DIR ?? '', 'secret'), 'utf8')).trim();
    expect(await cli(['restore', 'base.sql.gz'], { ...env, SECRET })).toMatchObject({ code: 0 });
    // as every start does: a backup holds nothing of the queue
    await migrate(env.DATABASE_URL ?? '');
    const { app, close } = await startTestApp(env.DATABASE_URL ?? '', () => new Date(), { SECRET });
    const browser = new Browser(app);
    const password = 'quatre chevaux sous la pluie';
    expect((await browser.post('/api/iam/users/new-password', { token, password })).statusCode).toBe(200);
    const login = (username: string, word: string) =>
      browser.post('/api/login', { username, password: word });
    expect((await login('zoe@exemple.fr', password)).statusCode).toBe(200);
    expect((await login(mailOf('agent'), PASSWORD)).statusCode).toBe(200);
    await close();
    await drop();
  });

  test('refuses the private database under its server; restores into an empty folder, where a server starts', async () => {
    const busy = await cli(['restore', 'base.sql.gz', '--replace']);
    expect(busy).toMatchObject({ code: 1, said: expect.stringContaining('Arrêtez toutes les instances') });
    const second = { ...own, DATA_DIR: join(folder, 'deux') };
    expect(await cli(['restore', 'base.sql.gz'], second)).toMatchObject({ code: 0 });
    expect(
      (await readdir(second.DATA_DIR, { recursive: true })).some((f) => f.endsWith('postmaster.pid')),
    ).toBe(false);
    const next = await startServer(second);
    const answer = await fetch(`${next.url}/api/public/offers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } }),
    });
    expect(answer.status).toBe(200);
    await endServer(next.child);
  });

  test('leaves the database as it was if it is interrupted', async () => {
    const { env, drop } = await given();
    // a restore refuses a database that others are connected to
    const elsewhere = await given();
    const name = new URL(env.DATABASE_URL ?? '').pathname.slice(1);
    const child = startCli(['restore', '-'], folder, env);
    child.stdin?.write(plain.slice(0, plain.indexOf('\n', plain.indexOf('COPY scopes')) + 1));
    // the tables are made, and rows are awaited
    await vi.waitFor(
      async () => {
        const copying = await ask(elsewhere.env.DATABASE_URL ?? '', (db) =>
          sql`SELECT 1 FROM pg_stat_activity
            WHERE datname = ${name} AND query LIKE 'COPY scopes%'`.execute(db),
        );
        expect(copying.rows).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    expect(await interrupt(child, 'SIGINT')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Interrompu'),
    });
    await vi.waitFor(async () => {
      const tables = await ask(env.DATABASE_URL ?? '', (db) =>
        sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`.execute(db),
      );
      expect(tables.rows).toEqual([]);
    }, 30_000);
    await drop();
    await elsewhere.drop();
  });
});
