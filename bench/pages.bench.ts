/**
 * Rendered pages: a kept one beside the bare node:http that sends the same bytes, in turn within one run; then cold ones, by
 * the processor time of the server for each. The client runs on the same machine: only ratios mean something.
 */
import http from 'node:http';
import path from 'node:path';
import { seedDemo } from '../server/seed/seed.ts';
import { drive, type Load } from './client.ts';
import { cpuSeconds } from './processes.ts';
import { type Server, Servers } from './servers.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CONNECTIONS = 32;
const KEPT = '/devises/dollar-americain';
const HEADERS = { host: 'localhost', 'accept-encoding': 'gzip, deflate, br' };

type Measure = Load & { cpuMicros: number };

const servers = await Servers.open();
try {
  const site = await servers.parite(
    'bench_pages',
    (db) => seedDemo(db, { now: new Date(), demoPassword: 'parite-demo-2026' }).then(() => undefined),
    {},
  );
  await measureCold(site);
  await measureKept(site);
} finally {
  await servers.closeAll();
}

async function measureCold(site: Server): Promise<void> {
  const list = await fetch(`${site.url}/plan-du-site`).then((answer) => answer.text());
  const paths = [...list.matchAll(/href="(\/devises\/[^"]+)"/g)].map(([, found = '']) => found);
  // modules and the first pages warm up what is compiled
  const [warm, cold] = [paths.slice(0, 40), paths.slice(40)];
  for (const each of warm) await get(site.url + each);
  const before = await cpuSeconds(site);
  for (const each of cold) await get(site.url + each);
  const millis = (((await cpuSeconds(site)) - before) * 1000) / cold.length;
  console.log(
    `\nCold pages of ${cold.length} currencies: ${millis.toFixed(1)} ms of processor each, rendering and compression   aim: 15 or less`,
  );
}

async function measureKept(site: Server): Promise<void> {
  const { headers, body } = await get(site.url + KEPT);
  const bare = await servers.start(path.join(import.meta.dirname, 'bare-server.ts'), {
    ANSWER_HEADERS: JSON.stringify(headers),
    ANSWER_BASE64: body.toString('base64'),
  });
  const request = Buffer.from(
    [`GET ${KEPT} HTTP/1.1`, ...Object.entries(HEADERS).map((header) => header.join(': ')), '', ''].join(
      '\r\n',
    ),
  );
  const measures: Record<'bare' | 'kept', Measure[]> = { bare: [], kept: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, server] of [['bare', bare] as const, ['kept', site] as const]) {
      const before = await cpuSeconds(server);
      const load = await drive(server.port, [request], { connections: CONNECTIONS, seconds: SECONDS });
      const cpuMicros = (((await cpuSeconds(server)) - before) * 1e6) / load.total;
      // the first round warms up
      if (round > 0) measures[name].push({ ...load, cpuMicros });
    }
  }
  const median = (name: 'bare' | 'kept', what: keyof Measure) =>
    measures[name].map((each) => each[what]).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
  console.log(`\nGET ${KEPT}, ${body.length} bytes, against a bare node:http server of the same bytes\n`);
  console.log('                requests/s      p50 ms      p99 ms   server µs/request');
  for (const name of ['bare', 'kept'] as const) {
    const cells = [
      median(name, 'perSecond').toFixed(0),
      median(name, 'p50').toFixed(2),
      median(name, 'p99').toFixed(2),
      median(name, 'cpuMicros').toFixed(1),
    ];
    console.log(`  ${name.padEnd(8)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
  const [perSecond, cpu] = [
    median('kept', 'perSecond') / median('bare', 'perSecond'),
    median('bare', 'cpuMicros') / median('kept', 'cpuMicros'),
  ];
  console.log(`\n  ratio (requests per second, medians): ${perSecond.toFixed(2)}   aim: 0.40 or more`);
  console.log(`  ratio (processor time per request):   ${cpu.toFixed(2)}`);
}

type Answer = { headers: string[]; body: Buffer };

// Real answer, header by header, for the bare server to repeat.
function get(url: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  http
    .get(url, { headers: HEADERS }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      if (response.statusCode !== 200) return reject(new Error(`${url} answered ${response.statusCode}`));
      const headers: string[] = [];
      for (let i = 0; i < response.rawHeaders.length; i += 2) {
        const [name = '', value = ''] = response.rawHeaders.slice(i, i + 2);
        if (!['Date', 'Connection', 'Keep-Alive'].includes(name)) headers.push(name, value);
      }
      resolve({ headers, body });
    })
    .on('error', reject);
  return promise;
}
