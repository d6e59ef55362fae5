// Wrong clocks end, erase, lose and misdate nothing.
import { type Phase, proveClock } from './clock.ts';
import { conclude } from './result.ts';

// readings of the clock are a minute apart at most
const SECONDS = Number(process.env.PROOF_SECONDS ?? 75);
const RIGHT = '0';
const PHASES: Phase[] = [
  { name: 'right', ahead: RIGHT },
  { name: '3 days ahead', ahead: '3 days' },
  { name: 'right again', ahead: RIGHT },
  { name: '400 days ahead', ahead: '400 days' },
  { name: 'right again', ahead: RIGHT },
  { name: '2 days behind', ahead: '-2 days' },
  { name: 'right again', ahead: RIGHT },
  { name: '40 days ahead after a stop', ahead: '40 days', isStopped: true },
  { name: 'right again', ahead: RIGHT, isAfterStop: true },
];

const { lived, failures } = await proveClock(PHASES, SECONDS);
conclude('clock', {
  promise:
    'Wrong clocks end, erase, lose and misdate nothing. Whole instances a day behind, 30 and 400 days ahead, and a comparing one ' +
    `30 days ahead run beside right ones; the clock of the database jumps both ways, ${SECONDS} s each, under running instances and while all are stopped. ` +
    'Meanwhile people reserve, a bureau answers, another fixes, letters leave, and every instance compares.',
  heads: ['clock of the database', 'reserved and accepted', 'fixings', 'comparisons', 'letters so far'],
  rows: lived.map(({ name, made, fixed, compared, letters }) => [name, made, fixed, compared, letters]),
  notes: [
    'The wrong instances leave `/readyz` within a minute, the right ones stay.',
    'Every date of a fixing, a reservation, its history and its letters is within two minutes of the true time, every comparison shows both bureaux as fresh.',
    'After a stop nobody knows which time is right: nothing is made then, and nothing is ended.',
  ],
  failures,
});
