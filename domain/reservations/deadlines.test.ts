import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_TERMS } from '../terms/terms.ts';
import {
  afterOpenMinutes,
  findWrongPickup,
  firstMove,
  firstPickup,
  formatDuration,
  formatPreparation,
  heldUntil,
  lapsesAt,
  noShowAt,
  type Opening,
  reopenedUntil,
} from './deadlines.ts';

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
// Friday and Saturday, noon apart; closed on Sunday
const opening: Opening = {
  spans: [
    [at('20T08:00'), at('20T11:00')],
    [at('20T13:00'), at('20T17:00')],
    [at('21T08:00'), at('21T11:00')],
  ],
  until: at('23T00:00'),
};

test.each([
  ['20T08:30', 120, '20T10:30'],
  ['20T10:00', 120, '20T14:00'],
  ['20T06:00', 120, '20T10:00'],
  ['20T16:00', 120, '21T09:00'],
  ['20T11:00', 60, '20T14:00'],
  // beyond what is known, by the clock
  ['21T10:00', 120, '23T01:00'],
])('from %s, a company has been open for %d minutes by %s', (from, minutes, until) => {
  expect(afterOpenMinutes(at(from), minutes, opening)).toBe(at(until));
});

test('a company without opening hours has deadlines by the clock', () => {
  expect(afterOpenMinutes(at('20T23:00'), 120, null)).toBe(at('21T01:00'));
});

test('a request lapses unanswered, when its notes are due, and with its rate at the latest', () => {
  const now = at('20T16:00');
  expect(lapsesAt(now, at('21T10:00'), DEFAULT_TERMS, opening)).toBe(at('21T09:00'));
  expect(lapsesAt(now, at('21T08:30'), DEFAULT_TERMS, opening)).toBe(at('21T08:30'));
  expect(lapsesAt(now, at('24T08:30'), DEFAULT_TERMS, { spans: [], until: now })).toBe(at('20T18:00'));
  const longest = { ...DEFAULT_TERMS, answer_minutes: 1440, hold_hours: 6 };
  expect(lapsesAt(now, at('24T08:30'), longest, opening)).toBe(at('20T22:00'));
});

test('a longer delay ends later, and never before the company was open for that long', () => {
  const time = fc.integer({ min: at('20T00:00'), max: at('24T00:00') });
  const minutes = fc.integer({ min: 1, max: 1440 });
  fc.assert(
    fc.property(time, minutes, minutes, (from, some, more) => {
      const due = afterOpenMinutes(from, some, opening);
      expect(due).toBeGreaterThanOrEqual(from + some * 60_000);
      expect(afterOpenMinutes(from, some + more, opening)).toBeGreaterThan(due);
    }),
  );
});

test.each([
  // two hours to answer and one to prepare, of which one is left for the afternoon
  ['20T13:59', 'too_soon'],
  ['20T14:00', undefined],
  ['20T17:30', 'closed_then'],
  ['20T17:00', 'closed_then'],
  ['21T10:00', undefined],
  ['22T09:01', 'too_late'],
])('a request at nine for %s: %s', (pickup, code) => {
  const now = at('20T09:00');
  const held = heldUntil(now, { hold_hours: 48 });
  const needs = { answer: 120, delay: 60 };
  const wrong = findWrongPickup(at(pickup), {
    first: firstPickup(now, needs, opening),
    held,
    needs,
    opening,
    isInClosure: true,
  });
  // its hours say which days those are
  expect(wrong?.code).toBe(code);
});

test('a branch without opening hours is closed on the days that it names', () => {
  const codeOf = (isInClosure: boolean, known: Opening) => {
    const asked = {
      first: at('20T09:00'),
      held: at('22T09:00'),
      needs: { answer: 0, delay: 0 },
      isInClosure,
    };
    return findWrongPickup(at('21T10:00'), { ...asked, opening: known })?.code;
  };
  expect([codeOf(false, null), codeOf(true, null)]).toEqual([undefined, 'closed_then']);
  // nor is known of its hours what is further ahead than they are computed
  const past = { spans: [], until: at('21T00:00') };
  expect([codeOf(false, past), codeOf(true, past)]).toEqual([undefined, 'closed_then']);
});

test.each([
  ['20T08:00', 0, 60, '20T09:00'],
  ['20T08:00', 120, 60, '20T11:00'],
  ['20T16:30', 120, 60, '21T10:30'],
  // a day or more is sent for: by the clock, from the answer on
  ['20T16:30', 0, 1440, '21T16:30'],
  ['20T16:30', 120, 1440, '22T09:30'],
  ['20T08:00', 0, 0, '20T08:00'],
])('requested on %s, a company of %d minutes to answer and %d to prepare has notes on %s', (from, answer, delay, first) => {
  expect(firstPickup(at(from), { answer, delay }, opening)).toBe(at(first));
});

test('an unanswered request lapses before its notes are due, at any offered hour', () => {
  const time = fc.integer({ min: at('20T00:00'), max: at('22T00:00') });
  const minutes = fc.integer({ min: 15, max: 1440 });
  fc.assert(
    fc.property(time, minutes, fc.integer({ min: 0, max: 2880 }), minutes, (now, answer, delay, later) => {
      const first = firstPickup(now, { answer, delay }, opening);
      const terms = { ...DEFAULT_TERMS, answer_minutes: answer, hold_hours: 168 };
      const due = lapsesAt(now, first + later, terms, opening);
      expect(due).toBe(Math.min(afterOpenMinutes(now, answer, opening), heldUntil(now, terms)));
      expect(first).toBeGreaterThanOrEqual(due + (delay > 0 ? 1 : 0));
      // a later request is not ready sooner
      expect(firstPickup(now + later, { answer, delay }, opening)).toBeGreaterThanOrEqual(first);
    }),
  );
});

test.each([
  [
    { answer: 120, delay: 60 },
    'le bureau a 2 h d’ouverture pour vous répondre, puis 1 h pour préparer vos billets',
  ],
  [{ answer: 0, delay: 30 }, 'le bureau a besoin de 30 min d’ouverture pour préparer vos billets'],
  [{ answer: 0, delay: 1440 }, 'le bureau a besoin de 24 h pour préparer vos billets'],
  [{ answer: 15, delay: 0 }, 'le bureau a 15 min d’ouverture pour vous répondre'],
  [{ answer: 0, delay: 0 }, ''],
])('%j in words: %s', (needs, words) => {
  expect(formatPreparation(needs).replaceAll('\u00a0', ' ')).toBe(words);
});

const agreed = { state: 'accepted' as const, pickupAt: at('21T10:00'), dueAt: at('21T11:00'), delay: 60 };
test.each([
  ['what is accepted takes its delay once more', {}, '20T10:00'],
  ['what is not, its answer too', { state: 'requested' as const, dueAt: at('20T11:00') }, '20T14:00'],
  ['what is ready waits', { state: 'ready' as const }, '20T09:00'],
  ['what was agreed is never too early', { pickupAt: at('20T09:30') }, '20T09:30'],
  ['but nobody comes before now', { pickupAt: at('20T08:00') }, '20T09:00'],
])('%s', (_, some, first) => {
  expect(firstMove(at('20T09:00'), { ...agreed, ...some }, opening)).toBe(at(first));
});

test('a no-show is declared a day after the pickup hour', () => {
  expect(noShowAt(at('20T10:00'))).toBe(at('21T10:00'));
});

test.each([
  [30, '30 min'],
  [60, '1 h'],
  [90, '1 h 30'],
  [24 * 60, '24 h'],
  [48 * 60, '2 jours'],
  [49 * 60, '49 h'],
  [36 * 60, '36 h'],
])('%d minutes: %s', (minutes, words) => {
  expect(formatDuration(minutes).replaceAll('\u00a0', ' ')).toBe(words);
});

test.each([
  // the whole time to answer again, open minutes alone
  ['requested', '20T10:00', '20T14:00'],
  // no less than before
  ['requested', '20T08:00', '20T11:30'],
  // the pickup hour
  ['requested', '20T17:00', '20T18:00'],
  ['requested', '22T10:00', '20T18:00'],
  ['accepted', '20T08:00', '21T18:00'],
  ['ready', '22T10:00', '21T18:00'],
] as const)('reopened as %s at %s, a reservation is due at %s', (to, now, due) => {
  const moments = {
    pickupAt: at('20T18:00'),
    heldUntil: at('21T09:00'),
    dueAt: at('20T11:30'),
    terms: DEFAULT_TERMS,
    opening,
  };
  expect(reopenedUntil(to, at(now), moments)).toBe(at(due));
});
