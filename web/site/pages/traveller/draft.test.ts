import { expect, test } from 'vitest';
import type { BookingCounter, Left } from '#domain/reservations/booking.ts';
import { findWrongPickup, firstPickup } from '#domain/reservations/deadlines.ts';
import { aBooking, aBookingCounter, someTerms } from '#domain/testing/reservations.ts';
import {
  exchangeKey,
  firstHour,
  pickupDays,
  preparationNeeds,
  type RequestedExchange,
  rankBranches,
  rescheduleDays,
  startDraft,
} from './draft.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T08:10:00Z');
const booking = aBooking({ terms: someTerms({ modes: { counter: { delay_minutes: 240 } } }) });
const counter = aBookingCounter();
const agreed = {
  held_until: new Date(NOW + 48 * HOUR).toISOString(),
  due_at: '2026-11-20T09:00:00.000Z',
  time_zone: 'Europe/Paris',
};
const firstOf = (state: string, pickup_at = '2026-11-21T10:00:00.000Z') =>
  new Date(
    rescheduleDays(booking, counter, { ...agreed, state, pickup_at }, NOW)[0]?.instants[0] ?? 0,
  ).toISOString();

test('another hour leaves time for the notes, and before acceptance for the answer', () => {
  expect(firstOf('accepted')).toBe('2026-11-20T12:30:00.000Z');
  expect(firstOf('requested')).toBe('2026-11-20T13:00:00.000Z');
});

test('a later hour is never too early, and prepared notes need no delay', () => {
  expect(firstOf('accepted', '2026-11-20T09:00:00.000Z')).toBe('2026-11-20T09:00:00.000Z');
  expect(firstOf('ready')).toBe('2026-11-20T08:30:00.000Z');
});

const exchange: RequestedExchange = {
  site: '',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 30_000,
  branch: null,
};
const draft = startDraft(exchange);

test('an offered hour leaves the company time to answer and prepare, for its whole duration', () => {
  const spans = ['20T08:00/20T11:00', '21T08:00/21T17:00'].map((span) =>
    span.split('/').map((time) => `2026-11-${time}:00.000Z`),
  );
  const here = aBookingCounter({ rate: 1.105 });
  const there = { ...here, opens: spans.map(([from = '', to = '']) => ({ from, to })) };
  const asked = aBooking({ terms: someTerms({ answer_minutes: 120 }) });
  const first = (one: BookingCounter, cents: number, accepts_up_to: number | null) => {
    const known = { ...asked, terms: { ...asked.terms, accepts_up_to } };
    const needs = preparationNeeds(known, one, exchange, { ...draft, cents });
    const [instant = 0] = pickupDays(known, one, needs, NOW)[0]?.instants ?? [];
    for (const later of [0, 10]) {
      const at = NOW + later * 60_000;
      const opening = one.opens && {
        spans: one.opens.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const),
        until: NOW + 48 * HOUR,
      };
      const bound = {
        first: firstPickup(at, needs, opening),
        held: NOW + 48 * HOUR,
        needs,
        opening,
        isDayClosed: false,
      };
      expect(findWrongPickup(instant, bound)).toBeUndefined();
    }
    return new Date(instant).toISOString().slice(8, 16);
  };
  // two hours to answer and one to prepare
  expect(first(here, 30_000, null)).toBe('20T11:30');
  // 40 minutes of the three hours are left for the next morning
  expect(first(there, 30_000, null)).toBe('21T08:30');
  expect(first(there, 30_000, 300)).toBe('20T09:30');
  expect(first(there, 30_001, 300)).toBe('21T08:30');
});

test('the first proposed hour is on a day with notes left', () => {
  const days = [
    { day: '2026-11-20', instants: [NOW] },
    { day: '2026-11-21', instants: [NOW + 24 * HOUR] },
  ];
  const left = (first: Left, second: Left) =>
    aBookingCounter({
      stock: [
        { day: '2026-11-20', left: first },
        { day: '2026-11-21', left: second },
      ],
    });
  expect(firstHour(left('none', 'short'), days)).toBe(NOW + 24 * HOUR);
  expect(firstHour(left('short', 'enough'), days)).toBe(NOW);
  expect(firstHour(left('none', 'none'), days)).toBe(NOW);
  expect(firstHour(counter, [])).toBeNull();
});

test('branches are sorted by distance to the compared one, else by what they pay', () => {
  const one = (branch: number, rate: number | null, left: Left) =>
    aBookingCounter({ branch, rate, stock: [{ day: '2026-11-20', left }] });
  // as they come, the nearest first
  const counters = [
    one(1, 1.1, 'short'),
    one(2, 1.1, 'enough'),
    one(3, null, 'enough'),
    one(4, 1.2, 'enough'),
  ];
  const orderOf = (branch: number | null) =>
    rankBranches({ ...booking, counters }, { ...exchange, branch }).map((one) => one.branch);
  expect(orderOf(null)).toEqual([4, 2, 1, 3]);
  // it takes no reservation
  expect(orderOf(9)).toEqual([2, 4, 1, 3]);
  expect(orderOf(1)).toEqual([1, 2, 4, 3]);
});

test('a choice for one branch’s offer is not reused for another branch', () => {
  expect(exchangeKey({ ...exchange, branch: 1 })).not.toBe(exchangeKey({ ...exchange, branch: 2 }));
});
