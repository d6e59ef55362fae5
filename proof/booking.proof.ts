/** A reservation at human pace; races for the last notes of a counter; agents at one reservation; deaths of what serves them. */
import { DEATHS, type Death } from './booking/deaths.ts';
import { SHARE_READ, SPREAD, WORDS_A_MINUTE } from './booking/person.ts';
import { proveBookings } from './booking/prove.ts';
import { CPU_SLOWDOWN, KBIT, LATENCY_MS, type Walk, WINDOW, walkAll } from './booking/robot.ts';
import { INSTANCES } from './booking/scene.ts';
import { quantile } from './figures.ts';
import { conclude, type Row, say } from './result.ts';

const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 2 ** 32));
/** The promise asks for 100 races of 200 travellers. */
const RACES = Number(process.env.PROOF_RACES ?? 100);
const TRAVELLERS = Number(process.env.PROOF_TRAVELLERS ?? 200);
/** Rounds in which agents are at work. */
const COUNTERS = Number(process.env.PROOF_COUNTERS ?? 15);
const ROBOTS = Number(process.env.PROOF_ROBOTS ?? 3);
const WITHIN_SECONDS = 110;
const MEDIAN_SECONDS = 97;
/** Drawn in the window of the comparison, and on the way down all steps. */
const MOST_COMPARISON_WORDS = 150;
const MOST_WORDS = 400;
const MOST_SCREENS = 6;

say(`PROOF_SEED=${seed}`);
const startedAt = Date.now();
const plan = { races: RACES, travellers: TRAVELLERS, counters: COUNTERS, seed };
const { outcome, besides: everyWalk } = await proveBookings(plan, () => walkAll(ROBOTS));
const { aftermath } = outcome;
const walks = everyWalk.filter(({ isReopened }) => !isReopened);
const worst = walks.toSorted((a, b) => b.seconds - a.seconds)[0];

conclude('booking', {
  promise:
    `A rate is reserved in under ${WITHIN_SECONDS} seconds, on ${MOST_SCREENS} screens at most, by somebody with a phone on slow 3G; and ` +
    `what is reserved is never over, never lost and never made twice: ${TRAVELLERS} travellers at once ask for the last 500 dollars of a counter, ` +
    `on ${INSTANCES} instances, ${RACES} times; two agents on two instances and their travellers are at the same reservations, ${COUNTERS} times. ` +
    'Meanwhile instances and PostgreSQL are killed (SIGKILL). A ledger of what was asked and answered is held against every row.',
  heads: [
    `races of ${TRAVELLERS}`,
    'times',
    'requests, of which twice at once',
    'reserved',
    'given back',
    'asked again by their key once all was quiet',
    'looks at the stock meanwhile',
    'a race, median / worst',
    'failures',
  ],
  rows: [...new Set(DEATHS)].flatMap(raceRow),
  more: [
    {
      heads: [
        'agents and travellers',
        'times',
        'reservations',
        'changes tried',
        'done',
        'not answered',
        'failures',
      ],
      rows: [...new Set(DEATHS)].flatMap(counterRow),
    },
    ...(worst ? [robotTable(walks, worst)] : []),
  ],
  notes: notes(),
  failures: [...outcome.failures, ...everyWalk.flatMap(judge), ...judgeAll()],
});

function raceRow(death: Death): Row[] {
  const of = outcome.races.filter((one) => one.death === death);
  if (of.length === 0) return [];
  const times = of.map(({ ms }) => ms / 1000);
  return [
    [
      death,
      of.length,
      `${sum(of.map((one) => one.requests))}, ${sum(of.map((one) => one.doubled))}`,
      sum(of.map((one) => one.made)),
      sum(of.map((one) => one.givenBack)),
      sum(of.map((one) => one.unanswered)),
      sum(of.map((one) => one.looks)),
      `${quantile(times, 0.5).toFixed(1)} s / ${quantile(times, 1).toFixed(1)} s`,
      sum(of.map((one) => one.failures.length)),
    ],
  ];
}

function counterRow(death: Death): Row[] {
  const of = outcome.counters.filter((one) => one.death === death);
  if (of.length === 0) return [];
  return [
    [
      death,
      of.length,
      sum(of.map((one) => one.reservations)),
      sum(of.map((one) => one.tried)),
      sum(of.map((one) => one.done)),
      sum(of.map((one) => one.unanswered)),
      sum(of.map((one) => one.failures.length)),
    ],
  ];
}

function robotTable(all: readonly Walk[], { screens }: Walk) {
  const seconds = (values: readonly number[]) => `${quantile(values, 0.5).toFixed(1)} s`;
  return {
    heads: ['screen', 'words there', `median of ${all.length}`, 'in the slowest run'],
    rows: [
      ...screens.map(({ name, words, seconds: own }, i): Row => {
        const times = all.map((walk) => walk.screens[i]?.seconds ?? Number.NaN);
        return [name, words, seconds(times), `${own.toFixed(1)} s`];
      }),
      [
        'until the confirmation is there',
        sum(screens.map(({ words }) => words)),
        seconds(all.map((walk) => walk.seconds)),
        `${Math.max(...all.map((walk) => walk.seconds)).toFixed(1)} s`,
      ],
    ],
  };
}

function judge({ seconds, addresses, problems, isReopened }: Walk, i: number): string[] {
  const name = isReopened ? 'the reopened robot' : `robot ${i + 1}`;
  return [
    ...(isReopened || seconds < WITHIN_SECONDS ? [] : [`${name}: took ${seconds.toFixed(1)} s`]),
    ...(addresses.length <= MOST_SCREENS
      ? []
      : [`${name}: ${addresses.length} screens: ${addresses.join(', ')}`]),
    ...problems.map((problem) => `${name}: ${problem}`),
  ];
}

function judgeAll(): string[] {
  if (!worst) return [];
  const [comparison, ...steps] = worst.screens.map(({ words }) => words);
  const median = quantile(
    walks.map(({ seconds }) => seconds),
    0.5,
  );
  return [
    ...(median < MEDIAN_SECONDS ? [] : [`the median took ${median.toFixed(1)} s`]),
    ...(sum(steps) <= MOST_WORDS ? [] : [`the steps have ${sum(steps)} words`]),
    ...((comparison ?? 0) <= MOST_COMPARISON_WORDS ? [] : [`the comparison has ${comparison} words`]),
  ];
}

function notes(): string[] {
  const { ended, mails } = aftermath;
  return [
    `Everything is drawn from \`PROOF_SEED=${seed}\`. It took ${Math.round((Date.now() - startedAt) / 60_000)} minutes.`,
    'A race: amounts of 20 to 300 in whole notes, every fifth request sent twice at once under one key to two instances; who is not answered asks again under the same key; half of those who come too late ask anew; three of four reservations are cancelled, declined, or both at once. In every fourth an agent fixes another rate meanwhile, in another fourth all come from one address, as from an airport. Then what this proof counts as left is bought in steps, and 10 more are asked for in vain.',
    'Held against each other: every answer and its row (amount, rate and fixing that were seen, code), every key and its one reservation, every change and its one line in order by who made it, what is held and what the stock says (at every look, too), bordereaux numbered from 1 in a row, one mail an event and person whom it concerns.',
    `After the last death: ${aftermath.reservations} reservations, ${aftermath.events} lines, ${aftermath.slips} bordereaux; ${ended.lapsed} lapsed and ${ended.noShow} were not collected in time, by the clock, ${(ended.latestMs / 1000).toFixed(0)} s late at most (the proof moves the hour of ${COUNTERS} a day back); ${mails.queued} mails queued, each once: ${mails.sent} came once, ${mails.needless} had become needless, of ${mails.unknown} nobody can know (docs/decisions/048), the last ${(mails.latestMs / 1000).toFixed(0)} s after the end of it all.`,
    ...(worst
      ? [
          `The robot: Chromium, ${WINDOW.width} by ${WINDOW.height}, nothing in its cache, ${LATENCY_MS} ms for each request and ${KBIT} kbit/s each way (WebPageTest's “Slow 3G”; no TLS on this machine), the processor ${CPU_SLOWDOWN} times slower. It types, points and thinks by the keystroke-level model (0.28 s a key, 1.1 s to point, 1.35 s before each decision), leaves for its mails and comes back (7.1 s and what it waits for the mail: ${worst.mailSeconds.toFixed(1)} s in all there), and reads ${SHARE_READ * 100} % of the words at ${WORDS_A_MINUTE} a minute (Nielsen 2008, who found 28 % at most; Brysbaert 2019). ${walks.length} people, ${SPREAD * 100} % quicker to ${SPREAD * 100} % slower than that; the slowest counts. One more, untimed, closes the browser after the first step, opens it again and goes on.`,
          `The slowest read for ${worst.readSeconds.toFixed(1)} s: there was time for ${Math.floor((SHARE_READ * 100 * (worst.readSeconds + WITHIN_SECONDS - worst.seconds)) / worst.readSeconds)} % of the words within ${WITHIN_SECONDS} s. Screens: ${worst.addresses.map((address) => `\`${address}\``).join(', ')}.`,
        ]
      : []),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}
