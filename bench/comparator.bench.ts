/**
 * POST /api/public/offers against a bare node:http server that answers the same bytes, interleaved, as a
 * ratio; then the same call with 100, 1,000 and 10,000 bureaux that serve the pair. The client runs on the
 * same machine: only the ratios mean something.
 */
import http from 'node:http';
import path from 'node:path';
import type { Db } from '../server/db/open.ts';
import { drive, type Load, postRequest } from './client.ts';
import { addBureaux, addCurrencies } from './market.ts';
import { cpuSeconds } from './processes.ts';
import { type Server, Servers } from './servers.ts';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const AMOUNTS = 20_000;

type Measure = Load & { cpuMicros: number };

const servers = await Servers.open();
try {
  await run();
} finally {
  await servers.closeAll();
}

async function run(): Promise<void> {
  const thirty = await startParite(30);
  const bare = await startBare(await sample(thirty.url));
  const plain = await startPlain(30);
  title('POST /api/public/offers, 30 bureaux, against a bare node:http server of the same bytes');
  const ratio = await compare({ bare, parite: thirty, plain });
  console.log(`\n  ratio (requests per second, medians): ${ratio('bare', 'parite', 'perSecond').toFixed(2)}`);
  console.log(
    `  ratio (processor time per request):   ${(1 / ratio('bare', 'parite', 'cpuMicros')).toFixed(2)}   aim: 0.45, at least 0.40`,
  );
  console.log(
    `  the plain forms, without any trick, take ${ratio('parite', 'plain', 'cpuMicros').toFixed(2)} times its processor time`,
  );
  await servers.stop(thirty);
  await servers.stop(bare);
  await servers.stop(plain);

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

async function load(server: Server, requests: readonly Buffer[]): Promise<Measure> {
  const cpuBefore = await cpuSeconds(server);
  const measured = await drive(server.port, requests, { connections: CONNECTIONS, seconds: SECONDS });
  return { ...measured, cpuMicros: (((await cpuSeconds(server)) - cpuBefore) * 1e6) / measured.total };
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

function startParite(count: number): Promise<Server> {
  return servers.parite(`bench_${count}`, marketOf(count), {});
}

async function startPlain(count: number): Promise<Server> {
  const url = await servers.database(`plain_${count}`, marketOf(count));
  return servers.startParite(url, {}, path.join(import.meta.dirname, 'plain-server.ts'));
}

function marketOf(count: number): (db: Db) => Promise<void> {
  return (db) => addCurrencies(db).then(() => addBureaux(db, count));
}

function startBare(answer: { headers: string; body: string }): Promise<Server> {
  return servers.start(path.join(import.meta.dirname, 'bare-server.ts'), {
    ANSWER_HEADERS: answer.headers,
    ANSWER_BODY: answer.body,
  });
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
