/** A day's new mid rates are carried through a market that follows them, while travellers compare. */
import { Servers } from '../bench/servers.ts';
import { ms, shown } from './figures.ts';
import { type Carried, FollowingMarket, type Pace } from './margins.ts';
import { conclude, say } from './result.ts';

const BUREAUX = Number(process.env.PROOF_BUREAUX ?? 10_000);
const CURRENCIES = 40;
const QUIET_SECONDS = Number(process.env.PROOF_SECONDS ?? 20);
const EVERY_MS = 10;
const WITHIN_MS = 60_000;
/** How much slower a comparison may be meanwhile, of those that half of travellers wait for. */
const TIMES = 1.5;
/** What nobody sees, in milliseconds: below it no ratio counts. */
const UNSEEN_MS = 20;

const READINGS = [
  { name: 'every mid rate moves', times: 1.004, moves: true },
  { name: 'none moves: all rates are confirmed', times: 1.004, moves: false },
  { name: 'every mid rate moves back', times: 1.001, moves: true },
] as const;

type Reading = { name: string; moves: boolean; carried: Carried; pace: Pace };

const servers = await Servers.open();
try {
  await run();
} finally {
  await servers.closeAll();
}

async function run(): Promise<void> {
  say(`${BUREAUX} bureaux that follow ${CURRENCIES} currencies`);
  const market = await FollowingMarket.open(servers, BUREAUX, CURRENCIES);
  await market.compare(pause(QUIET_SECONDS / 4), EVERY_MS);
  const quiet = await market.compare(pause(QUIET_SECONDS), EVERY_MS);
  say(`quiet: p50 ${ms(quiet.p50)}, p99 ${ms(quiet.p99)}`);
  const readings: Reading[] = [];
  for (const { name, times, moves } of READINGS) {
    const carrying = market.carry(times);
    const pace = await market.compare(carrying, EVERY_MS);
    const carried = await carrying;
    say(
      `${name}: ${ms(carried.ms)}, shown after ${ms(carried.shownMs)}; p50 ${ms(pace.p50)}, p99 ${ms(pace.p99)}`,
    );
    readings.push({ name, moves, carried, pace });
  }
  await market.close();
  tell(quiet, readings);
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function tell(quiet: Pace, readings: readonly Reading[]): void {
  const all = BUREAUX * CURRENCIES;
  const isSlower = (before: number, meanwhile: number) => meanwhile > UNSEEN_MS && meanwhile > before * TIMES;
  const failures = readings.flatMap(({ name, moves, carried, pace }) => [
    ...(carried.shownMs > WITHIN_MS ? [`${name}: it took ${ms(carried.shownMs)}`] : []),
    ...(carried.confirmed < all ? [`${name}: ${all - carried.confirmed} rates did not follow`] : []),
    ...(carried.lines === (moves ? all : 0) ? [] : [`${name}: ${carried.lines} lines of the log`]),
    ...(isSlower(quiet.p50, pace.p50) ? [`${name}: a comparison took ${ms(pace.p50)}`] : []),
    ...(isSlower(quiet.p99, pace.p99) ? [`${name}: the slowest comparisons took ${ms(pace.p99)}`] : []),
  ]);
  const ratio = (meanwhile: number, before: number) => `${ms(meanwhile)}, ${shown(meanwhile / before)} times`;
  conclude('margins', {
    promise: `${BUREAUX.toLocaleString('en-GB')} bureaux follow the mid rates of ${CURRENCIES} currencies each: a day's new mid rates are carried through, and compared, in under ${WITHIN_MS / 1000} s, and comparisons meanwhile are at most ${TIMES} times as slow as before, or take less than ${UNSEEN_MS} ms. One instance, PostgreSQL and the travellers share the machine.`,
    heads: [
      '',
      'carried through in',
      'compared after',
      'processor time of the instance',
      'lines of the log',
      'comparison, p50',
      'p99',
      'slowest',
    ],
    rows: [
      ['quiet', '', '', '', '', ms(quiet.p50), ms(quiet.p99), ms(quiet.worst)],
      ...readings.map(({ name, carried, pace }) => [
        name,
        ms(carried.ms),
        ms(carried.shownMs),
        ms(carried.cpuMs),
        carried.lines.toLocaleString('en-GB'),
        ratio(pace.p50, quiet.p50),
        ratio(pace.p99, quiet.p99),
        ms(pace.worst),
      ]),
    ],
    notes: [
      `One comparison every ${EVERY_MS} ms, on four connections. “Compared after”: until the last bureau to be carried is first in a comparison, by its new rate.`,
    ],
    failures,
  });
}
