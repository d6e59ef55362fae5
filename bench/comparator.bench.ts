/**
 * POST /api/public/offers against a bare node:http server that answers the same bytes, interleaved, as a
 * ratio; then the same call with 100, 1,000 and 10,000 bureaux that serve the pair. The client runs on the
 * same machine: only the ratios mean something.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { startEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { type Db, openDatabase } from '../server/db/open.ts';
import { drive, type Load, postRequest } from './client.ts';
import { addBureaux, addCurrencies } from './market.ts';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const AMOUNTS = 20_000;

type Server = { port: number; url: string; child: ChildProcess };
type Measure = Load & { cpuMicros: number };

const folder = await mkdtemp(path.join(tmpdir(), 'parite-bench-'));
const embedded = await startEmbedded({ dataDir: folder, log: () => {} });
const servers: Server[] = [];
try {
  await run();
} finally {
  for (const { child } of servers) {
    if (child.exitCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const thirty = await startParite(30);
  const bare = await startBare(await sample(thirty.url));
  title('POST /api/public/offers, 30 bureaux, against a bare node:http server of the same bytes');
  const ratio = await compare({ bare, parite: thirty });
  console.log(`\n  ratio (requests per second, medians): ${ratio('bare', 'parite', 'perSecond').toFixed(2)}`);
  console.log(
    `  ratio (processor time per request):   ${(1 / ratio('bare', 'parite', 'cpuMicros')).toFixed(2)}   aim: 0.50 or more`,
  );
  await stop(thirty);
  await stop(bare);

  const sizes = { '100': 100, '1 000': 1_000, '10 000': 10_000 };
  const markets: Record<string, Server> = {};
  for (const [name, count] of Object.entries(sizes)) markets[name] = await startParite(count);
  for (const [what, body] of [
    ['amounts of 1 to 5,000', amountBody],
    ['amounts under 1, where nearly all bureaux tie', smallBody],
  ] as const) {
    title(`The same with 100, 1,000 and 10,000 bureaux that serve the pair: ${what}`);
    const growth = await compare(markets, body);
    console.log(
      `\n  10 000 against 100 bureaux, processor time per request: ${growth('100', '10 000', 'cpuMicros').toFixed(2)} times`,
    );
    console.log(
      `  10 000 against 100 bureaux, p50 latency:                ${growth('100', '10 000', 'p50').toFixed(2)} times   aim: 1.20 or less`,
    );
  }
}

function title(text: string): void {
  console.log(`\n${text}\n`);
  console.log('                   requests/s      p50 ms      p99 ms   server µs/request');
}

/** Measures all in turn, several times, and prints the medians. */
async function compare(
  targets: Record<string, Server>,
  body: (i: number) => string = amountBody,
): Promise<(from: string, to: string, what: keyof Measure) => number> {
  const requests = Array.from({ length: AMOUNTS }, (_, i) => postRequest('/api/public/offers', body(i)));
  const measures = new Map<string, Measure[]>(Object.keys(targets).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, server] of Object.entries(targets)) {
      const measure = await load(server, requests);
      // the first round warms up
      if (round > 0) measures.get(name)?.push(measure);
    }
  }
  const median = (name: string, what: keyof Measure) =>
    (measures.get(name) ?? []).map((m) => m[what]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ??
    Number.NaN;
  for (const name of measures.keys()) {
    const cells = [
      median(name, 'perSecond').toFixed(0),
      median(name, 'p50').toFixed(2),
      median(name, 'p99').toFixed(2),
      median(name, 'cpuMicros').toFixed(1),
    ];
    console.log(`  ${name.padEnd(12)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
  return (from, to, what) => median(to, what) / median(from, what);
}

async function load({ port, child }: Server, requests: readonly Buffer[]): Promise<Measure> {
  const cpuBefore = await cpuSeconds(child);
  const measured = await drive(port, requests, { connections: CONNECTIONS, seconds: SECONDS });
  return { ...measured, cpuMicros: (((await cpuSeconds(child)) - cpuBefore) * 1e6) / measured.total };
}

/** Every request asks for another amount: a cache of whole answers is not what is measured. */
function amountBody(i: number): string {
  return requestBody((100 + ((i * 7919) % 499_900)) / 100);
}

function smallBody(i: number): string {
  return requestBody((1 + (i % 99)) / 100);
}

function requestBody(amount: number): string {
  return JSON.stringify({ offer: { currency: 'EUR', amount }, wish: { currency: 'USD' } });
}

/** Processor time used so far, user and system, from the kernel's own count. */
async function cpuSeconds({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The real server, every protection on, with so many bureaux that serve the pair. */
async function startParite(count: number): Promise<Server> {
  const url = await database(`bench_${count}`, (db) => addCurrencies(db).then(() => addBureaux(db, count)));
  return startServer([path.join(import.meta.dirname, '../server/main.ts')], {
    DATABASE_URL: url,
    DATA_DIR: folder,
    DEMO: 'off',
    RATE_LIMIT: '999999999',
    SECRET: 'a secret of the bench alone, thirty-two long',
  });
}

async function startBare(answer: { headers: string; body: string }): Promise<Server> {
  return startServer([path.join(import.meta.dirname, 'bare-server.ts')], {
    ANSWER_HEADERS: answer.headers,
    ANSWER_BODY: answer.body,
  });
}

async function startServer(args: string[], env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = { port, url: `http://127.0.0.1:${port}`, child };
  servers.push(server);
  for (let tries = 0; tries < 300; tries++) {
    const isUp = await fetch(`${server.url}/healthz`)
      .then((answer) => answer.ok)
      .catch(() => false);
    if (isUp) return server;
    if (child.exitCode !== null) throw new Error(`${args[0]} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${args[0]} did not answer within 30 seconds`);
}

async function stop({ child }: Server): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The real answer, header by header, for the bare server to repeat. */
async function sample(url: string): Promise<{ headers: string; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ headers: string; body: string }>();
  const request = http.request(
    `${url}/api/public/offers`,
    { method: 'POST', headers: { 'content-type': 'application/json', host: 'localhost' } },
    async (response) => {
      const body = Buffer.concat(await response.toArray()).toString();
      const own = ['Date', 'Connection', 'Keep-Alive'];
      const headers: string[] = [];
      for (let i = 0; i < response.rawHeaders.length; i += 2) {
        const [name = '', value = ''] = response.rawHeaders.slice(i, i + 2);
        if (!own.includes(name)) headers.push(name, value);
      }
      resolve({ headers: JSON.stringify(headers), body });
    },
  );
  request.on('error', reject);
  request.end(amountBody(60));
  return promise;
}

async function database(name: string, fill: (db: Db) => Promise<void>): Promise<string> {
  const admin = openDatabase(embedded.url);
  await sql`CREATE DATABASE ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  const url = new URL(embedded.url);
  url.pathname = `/${name}`;
  await migrate(url.href);
  const { db, close } = openDatabase(url.href, { statementTimeout: 60_000 });
  await fill(db);
  await close();
  return url.href;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
