// Duration: a real cluster is copied, stopped, restored and brought to a moment.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { selectArchive } from '../server/backups/backups.queries.ts';
import { findLauncher, type Launcher } from '../server/db/embedded/launcher.ts';
import { startPostmaster, stopOrphan } from '../server/db/embedded/postmaster.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { eraseSubscription } from '../server/features/audience/subscriptions.ts';
import { findFreePort } from '../server/process/free-port.ts';
import { runCli } from '../server/testing/cli-process.ts';
import { reapCluster } from '../server/testing/reaper.ts';
import { findSystemPostgres } from '../server/testing/system-postgres.ts';
import { findTool } from '../server/testing/tools.ts';
import { ROOT } from './testing/compose.ts';

// A cluster of before its role was narrowed, with the scripts and settings of the service `database`.

const PASSWORD = 'a1b2c3d4';
const SECRET = 'of-a-test-and-of-nothing-else-0123456789';
const SCRIPTS = join(ROOT, 'deploy/archive');
const soon = { timeout: 60_000, interval: 200 };
const postgres = findSystemPostgres();
const keygen = findTool('age-keygen');
const hasTools = Boolean(postgres && keygen);

let folder: string;
let data: string;
let wal: string;
let port: number;
let url: string;
let key: string;
let recipient: string;
let launcher: Launcher;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

beforeAll(async () => {
  if (!postgres || !keygen) return;
  folder = await mkdtemp(join(tmpdir(), 'parite-archive-'));
  await chmod(folder, 0o711);
  data = join(folder, 'data');
  wal = join(folder, 'wal');
  port = await findFreePort();
  url = `postgres://parite:${PASSWORD}@127.0.0.1:${port}/parite`;
  const found = await findLauncher(folder, null, join(postgres.folder, 'postgres'));
  const env = {
    ...postgres.env,
    PATH: [dirname(keygen), SCRIPTS, postgres.env.PATH].join(':'),
    LC_ALL: 'C',
    PGHOST: folder,
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  launcher = { ...found, spawn: (file, args, options) => found.spawn(file, args, { ...options, env }) };
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, PASSWORD);
  await chmod(passwordFile, 0o644);
  for (const path of [data, wal]) await mkdir(path, { mode: 0o700 });
  for (const path of [folder, data, wal])
    if (found.owner) await chown(path, found.owner.uid, found.owner.gid);
  key = execFileSync(keygen, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  recipient = /age1[a-z0-9]+/.exec(key)?.[0] ?? '';
  const initdb = ['--pgdata', data, '--username=parite', `--pwfile=${passwordFile}`, '--no-sync'];
  await run(join(postgres.folder, 'initdb'), [...initdb, '--auth-local=trust', '--auth-host=scram-sha-256']);
  reapCluster(data);
  await start();
  await run('psql', ['-U', 'parite', '-d', 'postgres', '-c', 'CREATE DATABASE parite']);
  await migrate(url);
});
afterAll(async () => {
  if (!hasTools) return;
  await stopOrphan(data);
  await rm(folder, { recursive: true });
});

const start = () =>
  startPostmaster({
    launcher,
    program: join(postgres?.folder ?? '', 'postgres'),
    folder: data,
    logFile: join(folder, 'postgres.log'),
    port,
    settings: {
      unix_socket_directories: folder,
      archive_mode: 'on',
      archive_timeout: '300',
      archive_command: `archive-wal %p %f ${wal} ${recipient}`,
    },
  });

async function run(program: string, args: string[], input = ''): Promise<string> {
  const child = launcher.spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  // a refusal reads no input
  child.stdin?.on('error', () => undefined).end(input);
  // stdio 'pipe' gives both
  const [out, said] = [child.stdout, child.stderr].map((stream) => text(stream as never));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program}: ${await said}`);
  return `${await out}${await said}`;
}

async function look<T>(at: (db: ReturnType<typeof openDatabase>['db']) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(url, { maxConnections: 1 });
  try {
    return await at(db);
  } finally {
    await close();
  }
}

const cli = (...args: string[]) => runCli(args, folder, { DATABASE_URL: url, SECRET, DATA_DIR: folder });
const emails = () =>
  look(async (db) =>
    (await db.selectFrom('subscriptions').select('email').execute()).map((each) => each.email),
  );
const subscribe = (email: string) =>
  look((db) =>
    db
      .insertInto('subscriptions')
      .values({ at: new Date(), email, type: 'newsletter', consent_text: 'oui' })
      .returning(['id', 'at'])
      .executeTakeFirstOrThrow(),
  );
const switchWal = () => run('psql', ['-d', 'parite', '-c', 'SELECT pg_switch_wal()']);
const cluster = async () => (await readdir(wal)).find((name) => /^\d+$/.test(name)) ?? '';

test.runIf(hasTools)('a role that made its cluster is narrowed by one command, and goes on', async () => {
  const rights = () =>
    look(async (db) => {
      const { rows } = await sql`SELECT rolsuper, rolcreatedb, rolreplication FROM pg_roles
        WHERE rolname = current_user`.execute(db);
      return rows;
    });
  expect(await rights()).toEqual([{ rolsuper: true, rolcreatedb: true, rolreplication: true }]);
  await run('narrow-role', ['parite', 'parite', PASSWORD]);
  expect(await rights()).toEqual([{ rolsuper: false, rolcreatedb: true, rolreplication: false }]);
  const others = await look((db) =>
    sql`SELECT oid::regclass::text FROM pg_class WHERE relowner <> current_user::regrole
        AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`.execute(db),
  );
  expect(others.rows).toEqual([]);
  // what a migration of a later version does
  await look((db) =>
    sql`ALTER TABLE articles ADD COLUMN later int; DROP FUNCTION IF EXISTS nothing()`.execute(db),
  );
  await look((db) => sql`ALTER TABLE articles DROP COLUMN later`.execute(db));
  await migrate(url);
  expect(await run('narrow-role', ['parite', 'parite', PASSWORD])).toContain('déjà restreint');
});

test.runIf(hasTools)('an archive that fails is told, and that it goes on again', async () => {
  await rename(wal, `${wal}.away`);
  await writeFile(wal, '');
  await switchWal();
  await vi.waitFor(async () => expect((await look(selectArchive))?.isFailing).toBe(true), soon);
  await rm(wal);
  await rename(`${wal}.away`, wal);
  const isWell = { archivedAt: expect.any(Date), isFailing: false, baseAt: null };
  // PostgreSQL tries again after a minute
  await vi.waitFor(async () => expect(await look(selectArchive)).toEqual(isWell), {
    ...soon,
    timeout: 120_000,
  });
});

test.runIf(hasTools)('a cluster comes back to a moment between two writes, and erases again', async () => {
  const erased = await subscribe('marie@exemple.fr');
  expect(await run('base-backup', [wal, recipient, '30'])).toContain('Copie de base écrite');
  expect((await look(selectArchive))?.baseAt).toBeInstanceOf(Date);
  await subscribe('avant@exemple.fr');
  const moment = execFileSync('date', ['-u', '+%Y-%m-%dT%H:%M:%S.%NZ'], { encoding: 'utf8' }).trim();
  await subscribe('apres@exemple.fr');
  await look((db) => eraseSubscription(db, erased, new Date()));
  expect((await cli('privacy', 'ledger', 'erasures.json')).code).toBe(0);
  const before = await look(selectArchive);
  await switchWal();
  await vi.waitFor(async () => expect(await look(selectArchive)).not.toEqual(before), soon);

  // nothing in clear text
  const name = await cluster();
  for (const file of await readdir(join(wal, name))) expect(file).toMatch(/\.gz\.age$/);
  await stopOrphan(data);
  await expect(run('restore-to', [wal, name, data, moment], key)).rejects.toThrow('contient une base');
  await rename(data, `${data}.before`);
  await run('restore-to', [wal, name, data, moment], key);
  await start();
  await vi.waitFor(() => subscribe('encore@exemple.fr'), soon);
  expect(await emails()).toEqual(['marie@exemple.fr', 'avant@exemple.fr', 'encore@exemple.fr']);
  expect(await cli('privacy', 'replay', 'erasures.json')).toMatchObject({ code: 0 });
  expect(await emails()).toEqual(['avant@exemple.fr', 'encore@exemple.fr']);
});

test.runIf(hasTools)('copies and WAL go after their days, the newest seven at no age', async () => {
  const own = join(wal, await cluster());
  expect(await run('base-backup', [wal, recipient, '30', 'due'])).toBe('');
  const old = Array.from(
    { length: 8 },
    (_, i) => `base-2020-01-0${i + 1}T023000Z-00000001000000000000000${i}.tar.gz.age`,
  );
  for (const name of old) await writeFile(join(own, name), '');
  await writeFile(join(own, '000000010000000000000000.gz.age'), '');
  const first = (await readdir(own)).find((name) => /^base-202[6-9]/.test(name));
  await run('base-backup', [wal, recipient, '30']);
  const left = await readdir(own);
  expect(left.filter((name) => name.startsWith('base-')).slice(0, 6)).toEqual([...old.slice(3), first]);
  expect(left).not.toContain('000000010000000000000000.gz.age');
  // what a restoration decrypted
  expect(await readdir(wal)).not.toContain('restoring');
});
