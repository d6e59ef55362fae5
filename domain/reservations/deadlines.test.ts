import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterOpenMinutes,
  findWrongPickup,
  heldUntil,
  lapsesAt,
  noShowAt,
  type Opening,
  sayMinutes,
} from './deadlines.ts';
import { DEFAULT_TERMS } from './terms.ts';

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
])('asked on %s, a bureau has been open for %d minutes by %s', (from, minutes, until) => {
  expect(afterOpenMinutes(at(from), minutes, opening)).toBe(at(until));
});

test('a bureau that has not said its hours is asked by the clock', () => {
  expect(afterOpenMinutes(at('20T23:00'), 120, null)).toBe(at('21T01:00'));
});

test('a request lapses when it was not answered, when its notes are due, and with its rate at the latest', () => {
  const now = at('20T16:00');
  expect(lapsesAt(now, at('21T10:00'), DEFAULT_TERMS, opening)).toBe(at('21T09:00'));
  expect(lapsesAt(now, at('21T08:30'), DEFAULT_TERMS, opening)).toBe(at('21T08:30'));
  expect(lapsesAt(now, at('24T08:30'), DEFAULT_TERMS, { spans: [], until: now })).toBe(at('20T18:00'));
  const longest = { ...DEFAULT_TERMS, answer_minutes: 1440, hold_hours: 6 };
  expect(lapsesAt(now, at('24T08:30'), longest, opening)).toBe(at('20T22:00'));
});

test('the longer a bureau has, the later it is due, and never before it was open for that long', () => {
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
  ['20T09:59', 'too_soon'],
  ['20T10:00', undefined],
  ['20T12:00', 'closed_then'],
  ['20T17:00', 'closed_then'],
  ['21T10:00', undefined],
  ['22T09:01', 'too_late'],
])('who asks at nine and wants to come on %s: %s', (pickup, code) => {
  const now = at('20T09:00');
  const held = heldUntil(now, { hold_hours: 48 });
  const wrong = findWrongPickup(at(pickup), { now, held, delayMinutes: 60, opening });
  expect(wrong?.code).toBe(code);
});

test('a day after its hour nobody came', () => {
  expect(noShowAt(at('20T10:00'))).toBe(at('21T10:00'));
});

test.each([
  [30, '30 min'],
  [60, '1 h'],
  [90, '1 h 30'],
  [24 * 60, '24 h'],
  [48 * 60, '2 jours'],
])('%d minutes: %s', (minutes, words) => {
  expect(sayMinutes(minutes).replaceAll('\u00a0', ' ')).toBe(words);
});
