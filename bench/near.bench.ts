/**
 * Comparisons near a place against one without, of one server: 10,000 bureaux of which 30,000 branches lie around Paris, around
 * Lyon and all over the country; then the search of places. The client runs on the same machine: only ratios mean something.
 */

import { drive, type Load, postRequest } from './client.ts';
import { addBranches, addBureaux, addCurrencies } from './market.ts';
import { cpuSeconds, keepToOneCore } from './processes.ts';
import { type Server, Servers } from './servers.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const REQUESTS = 20_000;
const CONNECTIONS = 8;
/** Places around one, in turn: as many people do not stand on one spot. */
const PLACES = 20;
const BUREAUX = 10_000;
/** Comparisons a second that one core shall answer. */
const RATE = 1_000;

type Measure = Load & { cpuMicros: number };

const [PARIS, LYON, COUNTRY] = [
  [48.86, 2.35],
  [45.76, 4.85],
  [46.5, 2.5],
] as const;
const openNow = { open_at: new Date().toISOString() };

const servers = await Servers.open();
try {
  const server = await servers.parite(
    'bench_near',
    (db) =>
      addCurrencies(db)
        .then(() => addBureaux(db, BUREAUX))
        .then(() => addBranches(db)),
    {},
  );
  await measureAll('POST /api/public/offers, 10,000 bureaux, 30,000 branches', server, {
    'without a place': comparisons(() => ({})),
    'dense place': comparisons(near(PARIS)),
    town: comparisons(near(LYON)),
    'sparse place': comparisons(near(COUNTRY)),
    'dense, open now': comparisons(near(PARIS, openNow)),
    'dense, nearest': comparisons(near(PARIS, { sort: 'distance' })),
  });
  await measureAtRate(server);
  await measureAll('GET /api/public/places, the first suggestion: aim p99 under 50 ms', server, {
    'letter by letter': searches([
      's',
      'sa',
      'sai',
      'saint',
      'saint d',
      'saint den',
      'paris 1',
      '69003',
      'cdg',
    ]),
    'in the middle': searches(['enis', 'onne', 'illeurbann', 'zqxjv']),
    'many short words': searches(['int ent ont ain eau ill oul oug ais', 'ain int eau oux']),
  });
} finally {
  await servers.closeAll();
}

/** All in turn, several times, after a round that warms up: prints the medians, and the processor time against the first one's. */
async function measureAll(
  title: string,
  server: Server,
  asked: Readonly<Record<string, readonly Buffer[]>>,
): Promise<void> {
  const rounds = new Map<string, Measure[]>(Object.keys(asked).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, requests] of Object.entries(asked)) {
      const before = await cpuSeconds(server);
      const load = await drive(server.port, requests, { connections: CONNECTIONS, seconds: SECONDS });
      const cpuMicros = (((await cpuSeconds(server)) - before) * 1e6) / load.total;
      if (round > 0) rounds.get(name)?.push({ ...load, cpuMicros });
    }
  }
  console.log(`\n${title}\n`);
  console.log(
    '                        requests/s      p50 ms      p99 ms   server µs/request    against the first',
  );
  let first = Number.NaN;
  for (const [name, measures] of rounds) {
    const median = (what: keyof Measure) =>
      measures.map((one) => one[what]).sort((a, b) => a - b)[measures.length >> 1] ?? Number.NaN;
    if (Number.isNaN(first)) first = median('cpuMicros');
    const cells = [
      median('perSecond').toFixed(0),
      median('p50').toFixed(2),
      median('p99').toFixed(2),
      median('cpuMicros').toFixed(1),
      (median('cpuMicros') / first).toFixed(2),
    ];
    console.log(`  ${name.padEnd(20)}${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
}

/** As many travellers as an instance shall bear on one core, whether it keeps up or not. */
async function measureAtRate(server: Server): Promise<void> {
  const where = keepToOneCore(server) ? 'on one core' : 'on all cores, since there is no taskset';
  const wishes = [near(PARIS), near(LYON), near(COUNTRY), near(PARIS, openNow), near(LYON, openNow)];
  const requests = comparisons((i) => wishes[i % wishes.length]?.(i) ?? {});
  const aim = { connections: 64, perSecond: RATE };
  await drive(server.port, requests, { ...aim, seconds: SECONDS });
  const before = await cpuSeconds(server);
  const { p50, p99, worst, total } = await drive(server.port, requests, {
    ...aim,
    seconds: SECONDS * ROUNDS,
  });
  const cpu = (((await cpuSeconds(server)) - before) * 1e6) / total;
  console.log(
    `\n  near a place, ${RATE} a second ${where}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, worst ${worst.toFixed(1)} ms, ${cpu.toFixed(1)} µs each   aim: p99 under 20 ms`,
  );
}

function comparisons(wishes: (i: number) => object): Buffer[] {
  return Array.from({ length: REQUESTS }, (_, i) => {
    const offer = { currency: 'EUR', amount: (100 + ((i * 7919) % 499_900)) / 100 };
    return postRequest(
      '/api/public/offers',
      JSON.stringify({ offer, wish: { currency: 'USD' }, ...wishes(i) }),
    );
  });
}

/** As the site writes it. */
function near([lat, lon]: readonly [number, number], others: object = {}) {
  return (i: number) => ({
    near: { lat: Number((lat + (i % PLACES) / 200).toFixed(3)), lon, radius_km: 20 },
    ...others,
  });
}

function searches(typed: readonly string[]): Buffer[] {
  return typed.map((q) =>
    Buffer.from(`GET /api/public/places?q=${encodeURIComponent(q)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  );
}
