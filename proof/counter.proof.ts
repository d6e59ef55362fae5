/** A bureau's first hour, its orders by keyboard, and a closing that travellers hear of. */
import { SPREAD } from './booking/person.ts';
import { closeAtOnce } from './counter/closing.ts';
import { Desk } from './counter/desk.ts';
import { passFirstHour } from './counter/first-hour.ts';
import { handOverAll } from './counter/orders.ts';
import { quantile } from './figures.ts';
import { conclude, say } from './result.ts';

const FIRST_OFFER_SECONDS = 300;
const ORDERS = 10;
const DOUBLED = 5;
const MOST_KEYS = 6;
const TRAVELLERS = 3;
const TOLD_SECONDS = 60;
/** The slowest person of the proof of booking. */
const PACE = 1 + SPREAD;

const desk = await Desk.open();
try {
  say('a new bureau’s first hour');
  const hour = await passFirstHour(desk, PACE);
  say('orders by keyboard');
  const orders = await handOverAll(desk, ORDERS, DOUBLED, PACE);
  say('a closing');
  const closing = await closeAtOnce(desk, TRAVELLERS, PACE);
  const s = (seconds: number) => `${seconds.toFixed(1)} s`;
  const keys = Math.max(...orders.keys);
  conclude('counter', {
    promise:
      `A new bureau has its first visible offer in under ${FIRST_OFFER_SECONDS / 60} minutes from the letter of its invitation; ` +
      `${ORDERS} orders go from their arrival to the hand-over by keyboard, with ${MOST_KEYS} keys each at most beyond the code, ` +
      'and no key that is pressed twice or held does two acts; ' +
      `a branch that closes at once has ${TRAVELLERS} travellers told within ${TOLD_SECONDS} seconds, each once.`,
    heads: ['', 'promised', 'median', 'worst'],
    rows: [
      ['first visible offer', `under ${FIRST_OFFER_SECONDS} s`, '', s(hour.offer)],
      ['and the whole checklist', '', '', s(hour.checklist)],
      ['keys of an order, beyond its code', MOST_KEYS, quantile(orders.keys, 0.5), keys],
      ['an order', '', s(quantile(orders.seconds, 0.5)), s(Math.max(...orders.seconds))],
      ['a closing, until it is done', '', '', s(closing.seconds)],
      ['the last of its letters', `under ${TOLD_SECONDS} s`, '', s(closing.lastLetter)],
    ],
    notes: [
      `Chromium, 1440 by 900, one instance, a mail server by SMTP. The person is the slowest one of the proof of booking (0.28 s a key, 1.1 s to point, 1.35 s before each decision, a fifth of the words read, ${SPREAD * 100} % slower than that); its times are summed, and what the product took is added.`,
      `From the invitation: a password of 24 signs typed twice, the login, the proposed currencies, one rate on both sides, reviewed and published; then a branch with its postcode. ${hour.keys} keys.`,
      `${orders.doubled} more orders by somebody who presses each Enter twice, begins the next code before a hand-over, and holds Enter: one act a press, bordereaux numbered in a row.`,
      `The closing is found by Ctrl K, with a reason, ${closing.keys} keys; a fourth traveller, expected on the next day, is not written to. Letters are counted for 15 seconds more.`,
    ],
    failures: [
      ...(hour.offer < FIRST_OFFER_SECONDS ? [] : [`the first offer took ${s(hour.offer)}`]),
      ...(keys <= MOST_KEYS ? [] : [`an order took ${keys} keys`]),
      ...(closing.lastLetter < TOLD_SECONDS ? [] : [`a letter took ${s(closing.lastLetter)}`]),
      ...orders.failures,
      ...closing.failures,
    ],
  });
} finally {
  await desk.close();
}
