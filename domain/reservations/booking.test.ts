import { expect, test } from 'vitest';
import { someTerms } from '../testing/reservations.ts';
import { bookingWays, countBookings } from './booking.ts';

test('a company has each way of its branches once, of the modes that it offers', () => {
  const terms = someTerms({ modes: { airport: { is_offered: true }, hotel: { is_offered: false } } });
  const ways = (...branches: Parameters<typeof bookingWays>[1]) => bookingWays(terms, branches);
  const inTown = { kind: null, takesCards: false };
  expect(ways(inTown, inTown)).toEqual(['counter']);
  expect(ways({ kind: 'airport', takesCards: true }, { ...inTown, takesCards: true })).toEqual([
    'airport',
    'card',
    'counter',
  ]);
  expect(ways({ kind: 'hotel', takesCards: true }, { kind: 'no_counter', takesCards: true })).toEqual([]);
});

test('a company without a way is not counted', () => {
  expect(countBookings([['counter', 'card'], [], ['counter', 'hotel']])).toEqual({
    bureaux: 2,
    counter: 2,
    airport: 0,
    hotel: 1,
    card: 1,
  });
});
