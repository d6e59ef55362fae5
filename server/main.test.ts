// Duration: starts of the whole product in processes, one of them with nothing set up.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePort } from './process/free-port.ts';

const MAIN = path.join(import.meta.dirname, 'main.ts');

// whole processes, each with a PostgreSQL of its own to prepare
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let dataDir: string;
let running: ChildProcess[];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'parite-main-'));
  running = [];
});

afterEach(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>): { child: ChildProcess; said: string[] } {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DEMO_MOVES: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on('line', (line) => said.push(line));
  }
  return { child, said };
}

test('starts with nothing set up, says both addresses and the accounts; SIGTERM finishes the request in flight, then closes PostgreSQL', async () => {
  const port = await findFreePort();
  const { child, said } = start({ PORT: String(port) });
  await vi.waitFor(() => expect(said.join('\n')).toContain('Parité est en marche'), { timeout: 110_000 });
  const screen = said.join('\n');
  expect(screen).toContain(`http://localhost:${port}/`);
  expect(screen).toContain(`http://backoffice.localhost:${port}/`);
  for (const account of ['agent', 'agent2', 'admin', 'root', 'nouveau']) {
    expect(screen).toContain(`${account}@parite.example`);
  }

  const body = JSON.stringify({ offer: { currency: 'EUR', amount: 500 }, wish: { currency: 'USD' } });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.write(
    `POST /api/public/offers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  // the server has the request in hand once it answers another one that came after
  expect((await fetch(`http://localhost:${port}/healthz`, { headers: { connection: 'close' } })).ok).toBe(
    true,
  );
  const [asking, idle] = [await openKept(port), await openKept(port)];
  child.kill('SIGTERM');
  // one asks until it is told that this is the end; the other has not heard of it yet
  while (!/^connection: close/im.test(await asking.ask()));
  expect(await idle.ask()).toMatch(/^HTTP\/1\.1 200 /);
  await vi.waitFor(() => expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow(), {
    timeout: 30_000,
  });
  socket.write(body.slice(10));
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('"offers":[{');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  const files = await readdir(dataDir, { recursive: true });
  expect(files.some((file) => file.endsWith('PG_VERSION'))).toBe(true);
  expect(files.some((file) => file.endsWith('postmaster.pid'))).toBe(false);
});

/** A connection that is kept alive from one request to the next; `ask` gives the whole answer. */
async function openKept(port: number): Promise<{ ask(): Promise<string> }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const ask = async () => {
    if (socket.destroyed) throw new Error('the server closed the connection');
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    // the one that loses would listen on
    const heard = new AbortController();
    const { signal } = heard;
    const [answer] = await Promise.race([
      once(socket, 'data', { signal }),
      once(socket, 'close', { signal }),
    ]).finally(() => heard.abort());
    return String(answer);
  };
  await ask();
  return { ask };
}

test('a setting that cannot be used stops the start with a sentence, before anything is opened', async () => {
  const { child, said } = start({ PORT: 'quatre mille', RATE_LIMIT: '-1' });
  await once(child, 'close');
  expect(child.exitCode).toBe(1);
  expect(said.join('\n')).toMatch(/PORT doit être un nombre entier.*\n.*RATE_LIMIT/);
  expect(existsSync(path.join(dataDir, 'postgres.log'))).toBe(false);
});

test('a port in use, or the address of another machine, stops the start with a sentence, before anything is made', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const inUse = start({ PORT: String(typeof address === 'object' ? address?.port : 0) });
  const elsewhere = start({ PORT: String(await findFreePort()), HOST: '192.0.2.1' });
  await Promise.all([inUse, elsewhere].map(({ child }) => once(child, 'close')));
  taken.close();
  expect([inUse, elsewhere].map(({ child }) => child.exitCode)).toEqual([1, 1]);
  expect(inUse.said.join('\n')).toContain('Le port est déjà utilisé');
  expect(elsewhere.said.join('\n')).toContain('HOST n’est pas une adresse de cette machine');
  expect(await readdir(dataDir)).toEqual([]);
  const files = await readdir(dataDir, { recursive: true });
  expect(files.some((file) => file.endsWith('postmaster.pid'))).toBe(false);
});
