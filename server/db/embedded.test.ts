import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from './embedded.ts';

let dataDir: string;
let messages: string[];
let ends: (() => Promise<unknown>)[];

/** A data folder as its first, orderly stop left it. */
let prepared: string;
let firstMessages: string[];

beforeAll(async () => {
  // closed to others, as mkdtemp makes it
  prepared = await mkdtemp(join(tmpdir(), 'parite-embedded-'));
  firstMessages = [];
  const embedded = await startEmbedded({ dataDir: prepared, log: (message) => firstMessages.push(message) });
  await query(embedded.url, 'CREATE TABLE kept (n int); INSERT INTO kept VALUES (1)');
  await embedded.stop();
});

afterAll(() => rm(prepared, { recursive: true }));

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parite-embedded-'));
  messages = [];
  ends = [];
});

afterEach(async () => {
  for (const end of ends.reverse()) await end();
  await rm(dataDir, { recursive: true });
});

describe('a private PostgreSQL', () => {
  test('keeps its data over a restart, and writes to the disk before it acknowledges', async () => {
    copyPrepared();
    const second = await start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
      expect(await query(second.url, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
    }
    expect([firstMessages, messages]).toEqual([['Préparation de la base de données (une seule fois)'], []]);
  });

  test('is reachable on loopback only, with its password only, as an owner without other rights', async () => {
    copyPrepared();
    const { url } = await start();
    const started = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    const [, , , port, socketFolder, addresses] = started;
    expect([port, socketFolder, addresses]).toEqual([new URL(url).port, '', '127.0.0.1']);
    const [role] = await query(
      url,
      `SELECT rolsuper, rolcreaterole, rolreplication, rolbypassrls FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
    });
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    wrong.username = 'postgres';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/no pg_hba\.conf entry/);
    const { mode } = await stat(join(dataDir, 'postgres.password'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('restarts at the same address after it dies', async () => {
    copyPrepared();
    const { url } = await start();
    const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(pidFile, 10), 'SIGKILL');
    await expect
      .poll(() => query(url, 'SELECT n FROM kept').catch(() => 'away'), { timeout: 30_000 })
      .toEqual([{ n: 1 }]);
    expect(messages).toContain('La base de données s’est arrêtée : redémarrage');
  });

  test('starts despite a crash’s process file whose number belongs to another program', async () => {
    copyPrepared();
    await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test.runIf(process.platform === 'linux')(
    'starts despite such a file while backends of the killed postmaster still end',
    async () => {
      copyPrepared();
      const folder = join(dataDir, 'postgres');
      await writeFile(join(folder, 'postmaster.pid'), `${process.pid}\n`);
      // seconds that a start takes at most, on a busy machine, until it looks for backends
      spawn('sleep', ['5'], { cwd: folder });
      const { url } = await start();
      expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(messages).toContain('Base de données laissée par un arrêt brutal : reprise');
    },
  );

  test('names the PostgreSQL version that its folder needs, if another is installed', async () => {
    copyPrepared();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow(/viennent de PostgreSQL 14, Parité apporte PostgreSQL \d\d/);
  });

  test.runIf(process.getuid?.() === 0)(
    'works as root in folders closed to others and open to them',
    async () => {
      copyPrepared();
      for (const mode of [0o700, 0o711]) {
        await chmod(dataDir, mode);
        const { url, stop } = await start();
        expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
        await stop();
      }
    },
  );
});

describe('one living instance per folder', () => {
  test('a second one is refused with the first one’s name, and leaves it undisturbed', async () => {
    copyPrepared();
    const first = await startInstance();
    await expect(start()).rejects.toThrow(
      `Une autre instance de Parité (processus ${first.child.pid}) utilise déjà le dossier de données ${dataDir}.`,
    );
    expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of several that start together on an interrupted preparation, one wins, and finishes it', async () => {
    await mkdir(join(dataDir, 'postgres.new-cut', 'base'), { recursive: true });
    const attempts = await Promise.allSettled([start(), start(), start()]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const [url = ''] = attempts.flatMap((one) => (one.status === 'fulfilled' ? one.value.url : []));
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  });

  test('the next one takes over the PostgreSQL of a killed instance, with all acknowledged changes', async () => {
    copyPrepared();
    const killed = await startInstance();
    await query(killed.url, 'INSERT INTO kept VALUES (2)');
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(await query(killed.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }, { n: 2 }]);
    const next = await start();
    expect(messages).toEqual(['Base de données laissée par un arrêt brutal : reprise']);
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }, { n: 2 }]);
    await expect(query(killed.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
  });

  test('Ctrl-C in the terminal leaves PostgreSQL running until the instance has finished', async () => {
    copyPrepared();
    const { child, lines } = await startInstance();
    // to the whole group, as a terminal does
    process.kill(-(child.pid as number), 'SIGINT');
    expect((await lines.next()).value).toBe('closed');
    await start();
    expect(messages).toEqual([]);
  });
});

/** Its owners are kept. */
function copyPrepared(): void {
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir]);
}

async function start(): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: (message) => messages.push(message) });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await embedded.stop();
    isStopped = true;
  };
  ends.push(stop);
  return { url: embedded.url, stop };
}

interface Instance {
  child: ChildProcess;
  url: string;
  lines: AsyncIterator<string>;
}

async function startInstance(): Promise<Instance> {
  const script = join(import.meta.dirname, '../testing/embedded-instance.ts');
  const child = spawn(process.execPath, [script, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: url = '' } = await lines.next();
  ends.push(() => {
    child.kill('SIGINT');
    return exited;
  });
  return { child, url, lines };
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
