import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { type Ran, readCli, startCli } from '../testing/cli-process.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { endServer, startServer } from '../testing/server-process.ts';

const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

let database: TestDatabase;
let folder: string;

// each command is a process, on a machine that also does other things
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'parite-cli-'));
  await chmod(folder, 0o711);
});

afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return startCli(args, folder, { DATABASE_URL: database.url, SECRET, ...env });
}

async function cli(args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Ran> {
  const child = start(args, env);
  child.stdin?.on('error', () => undefined).end(input);
  return readCli(child);
}

describe('backup and restore', () => {
  test('of a database: to a file or compressed, whole; and back', async () => {
    expect((await cli(['backup', 'base.sql'])).code).toBe(0);
    expect((await cli(['backup', 'base.sql.gz'])).code).toBe(0);
    const plain = await readFile(join(folder, 'base.sql'), 'utf8');
    expect(plain.trimEnd().endsWith('-- PostgreSQL database dump complete\n--')).toBe(true);
    const unpacked = gunzipSync(await readFile(join(folder, 'base.sql.gz'))).toString('utf8');
    const withoutTime = (dump: string) => dump.replace(/^-- Parité, .*$/m, '');
    expect(withoutTime(unpacked)).toBe(withoutTime(plain));
    const { url, drop } = await createBareDatabase();
    const env = { DATABASE_URL: url };
    expect(await cli(['restore', 'base.sql.gz'], env)).toMatchObject({ code: 0, out: '' });
    const refused = await cli(['restore', '-'], env, plain);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('n’est pas vide') });
    await writeFile(
      join(folder, 'half.sql.gz'),
      (await readFile(join(folder, 'base.sql.gz'))).subarray(0, 3_000),
    );
    expect(await cli(['restore', '-', '--replace'], env, plain)).toMatchObject({ code: 0 });
    const damaged = await cli(['restore', 'half.sql.gz', '--replace'], env);
    expect(damaged).toMatchObject({ code: 1, said: expect.stringContaining('ne se charge pas') });
    expect(withoutTime((await cli(['backup', '-'], env)).out)).toBe(withoutTime(plain));
    await drop();
  });

  test('of the private database: while its server runs, and into a folder that holds none; a server starts on it', async () => {
    const first = { DATABASE_URL: '', SECRET: '', DATA_DIR: join(folder, 'un'), DEMO: 'on' };
    const server = await startServer(first);
    const backup = join(folder, 'demo.sql');
    expect(await cli(['backup', backup], first)).toMatchObject({ code: 0 });
    const busy = await cli(['restore', backup, '--replace'], first);
    expect(busy).toMatchObject({ code: 1, said: expect.stringContaining('Arrêtez toutes les instances') });
    await endServer(server.child);

    const second = { ...first, DATA_DIR: join(folder, 'deux') };
    expect(await cli(['restore', backup], second)).toMatchObject({ code: 0 });
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

  test('a restoration that is interrupted leaves the database as it was', async () => {
    const { url, drop } = await createBareDatabase();
    const child = start(['restore', '-'], { DATABASE_URL: url });
    const plain = await readFile(join(folder, 'base.sql'), 'utf8');
    child.stdin?.write(plain.slice(0, plain.indexOf('\n', plain.indexOf('COPY scopes')) + 1));
    const name = new URL(url).pathname.slice(1);
    // the tables are made, and rows are awaited
    await vi.waitFor(
      async () => {
        const copying = await sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = ${name} AND query LIKE 'COPY scopes%'`.execute(database.db);
        expect(copying.rows).toHaveLength(1);
      },
      { timeout: 20_000 },
    );
    expect(await interrupt(child, 'SIGINT')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Interrompu'),
    });
    await vi.waitFor(async () => {
      const { db, close } = openDatabase(url, { maxConnections: 1 });
      const tables = await sql`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`.execute(db);
      await close();
      expect(tables.rows).toEqual([]);
    });
    await drop();
  });

  test('a backup that is interrupted leaves no file', async () => {
    const place = join(folder, 'vide');
    await mkdir(place);
    await database.db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE leads IN ACCESS EXCLUSIVE MODE`.execute(trx);
      const child = start(['backup', 'vide/base.sql']);
      await vi.waitFor(async () => expect(await readdir(place)).toHaveLength(1), { timeout: 20_000 });
      expect((await interrupt(child, 'SIGTERM')).code).toBe(1);
    });
    expect(await readdir(place)).toEqual([]);
  });
});

async function interrupt(child: ChildProcess, signal: NodeJS.Signals): Promise<Ran> {
  const ended = readCli(child);
  child.kill(signal);
  return ended;
}
