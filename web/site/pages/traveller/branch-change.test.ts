import { expect, test } from 'vitest';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { aBooking, aBookingBranch, someTerms } from '#domain/testing/reservations.ts';
import { describeBranchChange } from './branch-change.ts';
import type { RequestedExchange } from './draft.ts';

const branch = (branch: number | null, name: string, rate: number | null) =>
  aBookingBranch({ branch, name, rate });
const GARE = branch(17, 'Gare de Lyon', 1.06);
const ROISSY = { name: 'Roissy 2E', rate: 0.9434 };
const bookingOf = (elsewhere: Booking['elsewhere'], counters: BookingBranch[] = [GARE], fee = 0) =>
  aBooking({ counters, elsewhere, terms: someTerms({ modes: { counter: { fee } } }) });
const WANTED: RequestedExchange = {
  site: '',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 500_00,
  branch: 19,
};
const say = (
  booking: Booking,
  exchange: Partial<RequestedExchange> = {},
  branch: number | null | undefined = 17,
) => describeBranchChange(booking, { ...WANTED, ...exchange }, { branch })?.replaceAll('\u00a0', ' ') ?? null;

test.each<[string, Partial<RequestedExchange>, number, string]>([
  [
    'offered',
    {},
    0,
    'Roissy 2E ne prend pas de réservation. Ci-dessous, Gare de Lyon : vous y recevez $ 530,00 au lieu de $ 471,70.',
  ],
  ['offered, with a fee', {}, 4, ' vous y recevez $ 530,00 au lieu de $ 471,70, frais de € 4 en plus.'],
  ['wished', { target: 'wish' }, 4, ' vous y donnez € 475,70 au lieu de € 530,00, frais de € 4 compris.'],
  [
    'brought back, with a fee',
    { side: 'purchase' },
    4,
    ' vous y recevez € 467,69 au lieu de € 529,99, frais de € 4 compris.',
  ],
])('a compared branch that takes no reservations is named with its replacement and the difference, %s', (_, exchange, fee, sentence) => {
  expect(say(bookingOf(ROISSY, [GARE], fee), exchange)).toContain(sentence);
});

test('an equal or incomparable offer is reported as such', () => {
  expect(say(bookingOf({ ...ROISSY, rate: 1.06 }))).toContain(
    ' : vous y recevez $ 530,00, comme au guichet comparé.',
  );
  expect(say(bookingOf({ ...ROISSY, rate: null }))).toContain(' Gare de Lyon : vous y recevez $ 530,00.');
  // closed since, or of no bureau
  expect(say(bookingOf(null))).toBe(
    'Le guichet que vous avez comparé n’est plus proposé. Ci-dessous, Gare de Lyon : vous y recevez $ 530,00.',
  );
  expect(say(bookingOf(null, [GARE, branch(19, 'Roissy 2E', null)]))).toMatch(
    /^Roissy 2E n’a pas de taux à réserver en ce moment\. Ci-dessous, Gare de Lyon/,
  );
  expect(say(bookingOf(ROISSY, []), {}, undefined)).toBe('Roissy 2E ne prend pas de réservation.');
});

test('no notice appears for a compared branch that takes reservations, or without a named branch', () => {
  const both = bookingOf(null, [GARE, branch(19, 'Roissy 2E', 0.9434)]);
  expect(say(both, {}, 19)).toBeNull();
  // another one that was preferred
  expect(say(both)).toBeNull();
  expect(say(bookingOf(null), { branch: null })).toBeNull();
});
