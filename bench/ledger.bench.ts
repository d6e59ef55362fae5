/**
 * Ledger of the tricks of the rate book and of its comparisons: the lines that each costs, and what it wins
 * against a server without it, in turns. The client runs on the same machine: only ratios mean something.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { travellers } from '../proof/questions.ts';
import { readTexts, writeTexts } from '../server/book/fixing-texts.ts';
import { endServer, startServer } from '../server/testing/server-process.ts';
import { drive } from './client.ts';
import { makeMarket } from './memory-market.ts';
import { cpuSeconds, memory } from './processes.ts';
import type { Server } from './servers.ts';

const [BUREAUX, CURRENCIES] = [10_000, Number(process.env.BENCH_CURRENCIES ?? 40)];
const SECONDS = Number(process.env.BENCH_SECONDS ?? 0.5);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const BOOK = 'server/book';
const FAST = 'server/features/offers/fast';

/** `lines`: whole files, or 'file#name' for one function of it; `without`: as ledger-server.ts takes it. */
type Mechanism = { name: string; without: string; lines: string[]; tests?: string[] };

const MECHANISMS: readonly Mechanism[] = [
  {
    name: 'answered before the framework, in bytes',
    without: 'path',
    lines: ['fast-path.ts', 'write-offers.ts', 'write-branch.ts', 'ascii.ts', 'buffer.ts'].map(
      (n) => `${FAST}/${n}`,
    ),
    tests: ['fast-path.test.ts', 'equal-answers.test.ts', 'ascii.test.ts', 'buffer.test.ts'].map(
      (n) => `${FAST}/${n}`,
    ),
  },
  {
    name: 'sorted lists, columns and index instead of the plain form',
    without: 'columns',
    lines: [
      'fast-book',
      'roster',
      'decimals',
      'market',
      'ranked-side',
      'ranked-list',
      'branch-index',
      'fast-offers',
    ].map((n) => `${BOOK}/${n}.ts`),
    tests: ['ranked-list.test.ts', 'branch-index.test.ts', 'rate-book.test.ts'].map((n) => `${BOOK}/${n}`),
  },
  {
    name: 'listings shown before, as objects',
    without: 'listed',
    lines: [`${BOOK}/ranked-side.ts#listed`],
  },
  { name: 'JSON of an offer', without: 'offerTexts', lines: [`${FAST}/write-offers.ts#offerBytesOf`] },
  {
    name: 'memory of an answer used again',
    without: 'buffer',
    lines: [`${FAST}/buffer.ts`],
    tests: [`${FAST}/buffer.test.ts`],
  },
  { name: 'long runs by name', without: 'names', lines: [`${BOOK}/ranked-list.ts##takeByName`] },
  { name: 'last searches', without: 'searches', lines: [`${BOOK}/branch-index.ts#find`] },
  {
    name: 'first offers of a search',
    without: 'fronts',
    lines: [`${BOOK}/fast-offers.ts#constructor`, `${BOOK}/fast-offers.ts#firstOf`],
  },
  {
    name: 'kd-tree',
    without: 'tree',
    lines: [`${BOOK}/branch-index.ts##candidates`, `${BOOK}/branch-index.ts#boxAround`],
  },
  { name: 'counts of a search', without: 'totals', lines: [`${BOOK}/branch-index.ts#total`] },
  { name: 'hours asked once a search', without: 'hours', lines: [`${BOOK}/branch-search.ts#isOpen`] },
  { name: 'JSON of a branch for a minute', without: 'branchTexts', lines: [`${FAST}/write-branch.ts`] },
  { name: 'V8 flags of package.json', without: 'flags', lines: [] },
];

const { codes } = await makeMarket(CURRENCIES, Date.now());
const KINDS = {
  plain: travellers(codes, 'nowhere'),
  near: travellers(codes, 'places'),
  uncached: travellers(codes, 'each its own'),
};
type Kind = keyof typeof KINDS;
type Figures = Record<Kind, number> & { startMs: number; mb: number };

const only = process.argv.slice(2).filter((name) => name !== 'ledger');
// several together, as `listed,names`
const together = only
  .filter((name) => name.includes(','))
  .map((name): Mechanism => ({ name, without: name, lines: [] }));
console.log(
  `\n${BUREAUX} bureaux of ${CURRENCIES} currencies; processor time, memory and start without it against with it\n`,
);
console.log(
  '| mechanism | lines | of tests | a comparison | near a place | nothing cached | memory | start |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
for (const mechanism of [...MECHANISMS, ...together]) {
  if (only.length > 0 && !only.includes(mechanism.without)) continue;
  const [withIt, without] = await compare(mechanism.without);
  const times = (kind: Kind) =>
    `${(without[kind] / withIt[kind]).toFixed(2)} (${withIt[kind].toFixed(0)} µs)`;
  const cells = [
    mechanism.name,
    countLines(mechanism.lines),
    countLines(mechanism.tests ?? []),
    ...(['plain', 'near', 'uncached'] as const).map(times),
    `${without.mb.toFixed(0)} for ${withIt.mb.toFixed(0)} MB`,
    `${without.startMs.toFixed(0)} for ${withIt.startMs.toFixed(0)} ms`,
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
if (only.length === 0) await comparePacking();

async function compare(name: string): Promise<[withIt: Figures, without: Figures]> {
  const servers = [await start(''), await start(name)] as const;
  const figures = servers.map(({ startMs }) => ({ plain: 0, near: 0, uncached: 0, startMs, mb: 0 }));
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const rounds = servers.map((): number[] => []);
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [i, { server }] of servers.entries()) {
        const before = await cpuSeconds(server);
        // the first round warms up
        const seconds = round === 0 ? 4 * SECONDS : SECONDS;
        const { total } = await drive(server.port, KINDS[kind], { connections: 8, seconds });
        const micros = (((await cpuSeconds(server)) - before) * 1e6) / total;
        if (round > 0) rounds[i]?.push(micros);
      }
    }
    for (const [i, one] of figures.entries()) {
      one[kind] = (rounds[i] ?? []).sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
    }
  }
  for (const [i, { server }] of servers.entries()) {
    (figures[i] as Figures).mb = (await memory(server)).now;
    await endServer(server.child);
  }
  return figures as [Figures, Figures];
}

async function start(without: string): Promise<{ server: Server; startMs: number }> {
  const startedAt = performance.now();
  const env = {
    WITHOUT: without,
    BUREAUX: String(BUREAUX),
    CURRENCIES: String(CURRENCIES),
    // never asked
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    DATA_DIR: tmpdir(),
    RATE_LIMIT: '999999999',
    SECRET: 'a secret of the bench alone, thirty-two long',
  };
  const file = path.join(import.meta.dirname, 'ledger-server.ts');
  const server = await startServer(env, { file, ...(without === 'flags' && { flags: [] }) });
  return { server, startMs: performance.now() - startedAt };
}

/** Texts of a company's fixings, as the database and the snapshot pack them, against JSON of objects. */
async function comparePacking(): Promise<void> {
  const market = await makeMarket(97, Date.now());
  const rates = market.codes.map(({ code, rate }) => {
    const units = Math.max(1, Math.round(rate * 1e4));
    return [
      code,
      { purchase: { units, scale: 4 }, sale: { units, scale: 4 }, updatedAt: Date.now() },
    ] as const;
  });
  const packed = writeTexts(rates);
  const json = JSON.stringify(rates);
  const timed = (read: () => void) => {
    const { user } = process.cpuUsage();
    for (let i = 0; i < 10_000; i++) read();
    return (process.cpuUsage().user - user) / 1000;
  };
  let count = 0;
  const [texts, objects] = [
    timed(() => readTexts(packed, () => count++)),
    timed(() => {
      for (const _ of JSON.parse(json)) count++;
    }),
  ];
  const lines = [`${BOOK}/fixing-texts.ts`, `${BOOK}/fixing-texts.queries.ts`];
  const [one, other] = [packed, json].map(({ length }) => (length / 97).toFixed(0));
  console.log(
    `\nFixings packed as texts (${countLines(lines)} lines, ${countLines([`${BOOK}/fixing-texts.queries.test.ts`])} of tests): ${one} characters a fixing for ${other} of JSON, ${texts.toFixed(0)} ms a million to read for ${objects.toFixed(0)}.`,
  );
}

function countLines(parts: readonly string[]): number {
  return parts.reduce((sum, part) => {
    const [file = '', name] = part.split(/#(.*)/s);
    const lines = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')
      .trimEnd()
      .split('\n');
    if (!name) return sum + lines.length;
    const starts = [`function ${name}(`, `export function ${name}(`, `  ${name}(`, `  const ${name} = (`];
    const start = lines.findIndex((line) => starts.some((one) => line.startsWith(one)));
    const indent = lines[start]?.match(/^ */)?.[0] ?? '';
    const length = lines.slice(start).findIndex((line) => line.startsWith(`${indent}}`)) + 1;
    if (start < 0 || length === 0) throw new Error(`${part} is not found`);
    return sum + length;
  }, 0);
}
