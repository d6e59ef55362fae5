/** What grows with the market: 10 to 10,000 bureaux of 150 currencies, and exactly a million fixings. */

import type { Load } from '../bench/client.ts';
import { Servers } from '../bench/servers.ts';
import { MAX_OFFERS } from '../domain/offers/limit.ts';
import { mb, median, ms, quantile, shown } from './figures.ts';
import {
  type Administration,
  APART_SECONDS,
  type Comparison,
  type Fixing,
  Market,
  RATE,
  type Reading,
} from './growth.ts';
import { type Million, type Start, startMillion } from './million.ts';
import { everyList, everyListNearParis, travellers } from './questions.ts';
import { conclude, say } from './result.ts';

const SIZES = (process.env.PROOF_BUREAUX ?? '10,100,1000,10000').split(',').map(Number);
const CURRENCIES = 150;
const SECONDS = Number(process.env.PROOF_SECONDS ?? 15);
/** From the first question on, right after bureaux came, went and were renamed. */
const RUSH_SECONDS = SECONDS * 2;
/** Many short ones: another load on the machine comes and goes within seconds. */
const ROUNDS = 15;
const FLAT = 1.2;
/** A comparison near a place against the same one without, of a day of travellers in the largest market, by processor time. */
const NEAR = 2.5;
/** Near a place, of a thousand a second on one core. */
const NEAR_MS = 20;
const PLACES_MS = 50;
const START_MS = 6_000;
const MEMORY_MB = 500;
const PATHS = [
  '/api/fixings/rates',
  '/api/fixings/rates?page=last',
  '/api/fixings/rates?q=bureau n° 9',
  '/api/companies',
];

type Figures = {
  market: Market;
  comparison: Comparison;
  travellers: Comparison;
  near: Comparison;
  unkept: Comparison;
  nearParis: Comparison;
  places: Comparison;
  fixing: Fixing;
  readings: Reading[];
  administration: Administration;
};

const servers = await Servers.open();
try {
  await run();
} finally {
  await servers.closeAll();
}

async function run(): Promise<void> {
  // before the others are there
  const million = process.env.PROOF_MILLION === 'off' ? null : await openMillion();
  const markets: Market[] = [];
  for (const size of SIZES) markets.push(await open(size));
  const { currencies } = markets[0] as Market;
  const all = everyList(currencies);
  const measure = (what: string, requests: readonly Buffer[]) =>
    measureAll(markets, what, (market, seconds) => market.ask(requests, seconds));
  const comparisons = await measure('comparisons', all);
  const nowhere = await measure('travellers', travellers(currencies, 'nowhere'));
  const near = await measure('travellers near a place', travellers(currencies, 'places'));
  const unkept = await measure('the same, nothing kept', travellers(currencies, 'each its own'));
  const nearParis = await measure('every list, near Paris', everyListNearParis(currencies));
  const places = await measureAll(markets, 'places', (market, seconds) => market.searchPlaces(seconds));
  const figures: Figures[] = [];
  for (const [i, market] of markets.entries()) {
    say(`${market.bureaux} bureaux: fixings, the administrator's calls and acts`);
    const pages = Math.ceil(market.fixings / 500);
    figures.push({
      market,
      comparison: comparisons[i] as Comparison,
      travellers: nowhere[i] as Comparison,
      near: near[i] as Comparison,
      unkept: unkept[i] as Comparison,
      nearParis: nearParis[i] as Comparison,
      places: places[i] as Comparison,
      fixing: await market.fix(),
      readings: await market.read(PATHS.map((path) => encodeURI(path.replace('last', String(pages))))),
      administration: await market.administer(all),
    });
  }
  say(`${RATE} a second near a place, on one core`);
  const asked = travellers(currencies, 'places');
  const rushed = (await markets.at(-1)?.askAtRate(asked, RUSH_SECONDS)) ?? null;
  await tell(figures, { million, rushed });
}

async function open(bureaux: number): Promise<Market> {
  say(`${bureaux} bureaux of ${CURRENCIES} currencies`);
  const market = await Market.open(servers, bureaux, CURRENCIES);
  say(`  ${sayStart(market.start)}`);
  return market;
}

async function openMillion(): Promise<Million> {
  say('a million fixings');
  const million = await startMillion(servers);
  for (const [how, start] of startsOf(million)) say(`  ${how}: ${sayStart(start)}`);
  return million;
}

function startsOf({ byDatabase, bySnapshot }: Million): [how: string, Start][] {
  const { whole, comparing } = bySnapshot ?? {};
  return [
    ['from the database', byDatabase],
    ...(whole ? [['from the snapshot of the stream', whole] as [string, Start]] : []),
    ...(comparing ? [['from it, ROLE=compare', comparing] as [string, Start]] : []),
  ];
}

function sayStart({ ms: time, cpuMs, memory }: Start): string {
  return `started in ${ms(time)} with ${ms(cpuMs)} of the processor, ${mb(memory.now)} then, ${mb(memory.peak)} at most`;
}

/** All in turn, several times, after a round that warms up: the medians. */
async function measureAll(
  markets: readonly Market[],
  what: string,
  measure: (market: Market, seconds: number) => Promise<Comparison>,
): Promise<Comparison[]> {
  const measured = markets.map((): Comparison[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    say(`${what}, round ${round} of ${ROUNDS}`);
    for (const [i, market] of markets.entries()) {
      const one = await measure(market, SECONDS / ROUNDS);
      if (round > 0) measured[i]?.push(one);
    }
  }
  return measured.map((rounds) => {
    const of = (what: keyof Comparison) => median(rounds.map((round) => round[what]));
    return {
      perSecond: of('perSecond'),
      p50: of('p50'),
      p99: of('p99'),
      settledP99: of('settledP99'),
      worst: of('worst'),
      total: of('total'),
      cpuMicros: of('cpuMicros'),
    };
  });
}

async function tell(
  figures: readonly Figures[],
  { million, rushed }: { million: Million | null; rushed: Load | null },
): Promise<void> {
  // fewer bureaux than an answer shows make shorter answers
  const small = (figures.find(({ market }) => market.bureaux >= MAX_OFFERS) ?? figures[0]) as Figures;
  const large = figures.at(-1) as Figures;
  const growth = (of: (one: Figures) => number) => of(large) / of(small);
  const comparing = growth(({ comparison }) => comparison.p50);
  const computing = growth(({ comparison }) => comparison.cpuMicros);
  const fixing = growth(({ fixing: { saved } }) => median(saved));
  const times = (one: Comparison) => one.cpuMicros / large.travellers.cpuMicros;
  const nearPlace = times(large.near);
  const failures = [
    ...(nearPlace > NEAR
      ? [`near a place comparisons cost ${shown(nearPlace)} times the processor time`]
      : []),
    ...(rushed && rushed.settledP99 > NEAR_MS
      ? [`near a place, ${RATE} a second: p99 ${ms(rushed.settledP99)}`]
      : []),
    ...(large.places.p99 > PLACES_MS ? [`places are found in ${ms(large.places.p99)}`] : []),
    ...(comparing > FLAT ? [`comparisons take ${shown(comparing)} times as long`] : []),
    ...(computing > FLAT ? [`comparisons cost ${shown(computing)} times the processor time`] : []),
    ...(fixing > FLAT ? [`fixings take ${shown(fixing)} times as long`] : []),
    ...(million ? startsOf(million) : []).flatMap(([how, start]) => [
      ...(start.ms > START_MS ? [`a million fixings start in ${ms(start.ms)} ${how}`] : []),
      ...(start.memory.peak > MEMORY_MB ? [`a million fixings take ${mb(start.memory.peak)} ${how}`] : []),
    ]),
  ];
  conclude('growth', {
    promise: `From ${small.market.bureaux} to ${large.market.bureaux} bureaux of ${CURRENCIES} currencies, a comparison and a fixing cost at most ${FLAT} times as much, and for a day of travellers at most ${NEAR} times as much near a place, p99 under ${NEAR_MS} ms at ${RATE} a second on one core, over ${RUSH_SECONDS} s after bureaux came, went and were renamed, the first ${APART_SECONDS} s told apart; a million fixings, with branches and suspensions in them, start in under ${START_MS / 1000} s and take at most ${MEMORY_MB} MB. The client runs on the same machine.`,
    heads: ['bureaux', ...figures.map(({ market }) => market.bureaux.toLocaleString('en-GB'))],
    rows: rowsOf(figures),
    notes: [
      `${large.market.bureaux.toLocaleString('en-GB')} bureaux against ${small.market.bureaux}: a comparison's p50 ${shown(comparing)} times, its processor time ${shown(computing)} times, a fixing's p50 ${shown(fixing)} times.`,
      `Near a place, of three branches a bureau, every fiftieth of them with a sheet of its own of 50 currencies, against the same travellers without one, by processor time: ${shown(nearPlace)} times; where each asks from a place of its own, so that nothing is kept, ${shown(times(large.unkept))} times. Every list around twenty places of Paris against every list: ${shown(large.nearParis.cpuMicros / large.comparison.cpuMicros)} times.`,
      rushed
        ? `The same travellers near a place, ${RATE} a second for ${RUSH_SECONDS} s on one core, right after those acts, ${large.market.bureaux.toLocaleString('en-GB')} bureaux: p50 ${ms(rushed.p50)}, p99 ${ms(rushed.settledP99)} without the first ${APART_SECONDS} s and ${ms(rushed.p99)} with them, the worst ${ms(rushed.worst)}.`
        : 'Not run on one core: this machine has no taskset.',
      ...(million ? [sayMillion(million)] : []),
      'A day of travellers: 150 currencies both ways and forty places (twenty of Paris, five of Lyon, fifteen elsewhere), drawn by Zipf’s law; any amount worth 20 to 5,000 euros; a tenth ask who is open in an hour, a tenth for the nearest first.',
      `Comparisons: 8 connections, every currency both ways, another amount each time, from 1 to 5,000 of what is given; the markets take turns, medians of ${ROUNDS} rounds. Fixings: one after the other, each rate the best of its currency; “shown” is until a comparison has it.`,
    ],
    failures,
  });
}

function rowsOf(figures: readonly Figures[]): string[][] {
  const row = (head: string, of: (one: Figures) => string) => [head, ...figures.map(of)];
  const both = (values: readonly number[]) => `${shown(median(values))} / ${ms(quantile(values, 0.99))}`;
  return [
    row('fixings', ({ market }) => market.fixings.toLocaleString('en-GB')),
    row('comparison, p50 / p99', ({ comparison: { p50, p99 } }) => `${shown(p50)} / ${ms(p99)}`),
    row('comparison, processor time', ({ comparison }) => `${shown(comparison.cpuMicros)} µs`),
    row('a day of travellers, p50 / p99', ({ travellers: { p50, p99 } }) => `${shown(p50)} / ${ms(p99)}`),
    row('a day of travellers, processor time', ({ travellers }) => `${shown(travellers.cpuMicros)} µs`),
    row('near a place, p50 / p99', ({ near: { p50, p99 } }) => `${shown(p50)} / ${ms(p99)}`),
    row('near a place, processor time', ({ near }) => `${shown(near.cpuMicros)} µs`),
    row('near a place, nothing kept, processor time', ({ unkept }) => `${shown(unkept.cpuMicros)} µs`),
    row('every list near Paris, processor time', ({ nearParis }) => `${shown(nearParis.cpuMicros)} µs`),
    row('a search of places, p50 / p99', ({ places: { p50, p99 } }) => `${shown(p50)} / ${ms(p99)}`),
    row('fixing acknowledged, p50 / p99', ({ fixing }) => both(fixing.saved)),
    row('fixing shown, p50 / p99', ({ fixing }) => both(fixing.shown)),
    row('start, processor time', ({ market: { start } }) => `${ms(start.ms)}, ${ms(start.cpuMs)}`),
    row(
      'memory at start, most',
      ({ market: { start } }) => `${mb(start.memory.now)}, ${mb(start.memory.peak)}`,
    ),
    row('a bureau suspended, until it is shown', ({ administration }) => ms(administration.suspended)),
    row('a bureau renamed, until it is shown', ({ administration }) => ms(administration.renamed)),
    row('slowest comparison meanwhile', ({ administration }) => ms(administration.worstComparison)),
    ...PATHS.map((path, i) =>
      row(`GET ${path}`, ({ readings }) => {
        const { ms: time, kB } = readings[i] as Reading;
        return `${ms(time)}, ${shown(kB)} kB`;
      }),
    ),
  ];
}

function sayMillion(million: Million): string {
  const { bureaux, counts } = million;
  const { branches, own, bureaux_suspended, sides_suspended } = counts;
  const [many, few, suspended, sides] = [branches, own, bureaux_suspended, sides_suspended].map((count) =>
    count.toLocaleString('en-GB'),
  );
  const starts = startsOf(million).map(([how, start]) => `${how} it ${sayStart(start)}`);
  return `Exactly a million fixings (${bureaux.toLocaleString('en-GB')} bureaux, ${suspended} of them suspended, ${sides} rates suspended; ${many} branches, with ${few} fixings of their own), alone on the machine: ${starts.join('; ')}.${million.bySnapshot ? '' : ' This machine has no nats-server.'}`;
}
