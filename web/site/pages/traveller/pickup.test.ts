import { expect, test } from 'vitest';
import type { BookingBranch } from '#domain/reservations/booking.ts';
import { findWrongPickup, firstPickup } from '#domain/reservations/deadlines.ts';
import { aBooking, aBookingBranch, someTerms } from '#domain/testing/reservations.ts';
import { priceAt } from './amounts.ts';
import type { RequestedExchange } from './draft.ts';
import { pickupDays, preparationNeeds } from './pickup.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-20T08:10:00Z');
const exchange: RequestedExchange = {
  site: '',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 30_000,
  branch: null,
};

test('an hour that is offered is one at which the bureau can have answered and prepared, for as long as one takes', () => {
  const spans = ['20T08:00/20T11:00', '21T08:00/21T17:00'].map((span) =>
    span.split('/').map((time) => `2026-11-${time}:00.000Z`),
  );
  const here = aBookingBranch({ rate: 1.105 });
  const there = { ...here, opens: spans.map(([from = '', to = '']) => ({ from, to })) };
  const asked = aBooking({ terms: someTerms({ answer_minutes: 120 }) });
  const first = (one: BookingBranch, cents: number, accepts_up_to: number | null) => {
    const known = { ...asked, terms: { ...asked.terms, accepts_up_to } };
    const price = priceAt(known, one, exchange, { cents });
    const needs = preparationNeeds(known, one, exchange.side, price);
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
        isInClosure: false,
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
