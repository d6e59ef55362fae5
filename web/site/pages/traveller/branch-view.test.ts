import { expect, test } from 'vitest';
import { aBooking, aBookingBranch, someTerms } from '#domain/testing/reservations.ts';
import { completeDraft, rankBranches, viewBranch } from './branch-view.ts';
import type { Draft, RequestedExchange } from './draft.ts';
import { freshDraft } from './stored-draft.ts';

const NOW = Date.parse('2026-11-20T08:10:00Z');
const DAYS = ['2026-11-20', '2026-11-21'];
const exchange: RequestedExchange = {
  site: '',
  side: 'sale',
  currency: 'USD',
  target: 'offer',
  cents: 300_00,
  branch: null,
};
const spans = DAYS.map((day) => ({ from: `${day}T08:00:00.000Z`, to: `${day}T17:00:00.000Z` }));
const branchOf = (branch: number, rate: number | null, ...most: number[]) =>
  aBookingBranch({
    branch,
    rate,
    opens: spans,
    stock: DAYS.map((day, i) => ({ day, up_to: most[i] ?? most[0] ?? 0 })),
  });
const bookingOf = (...branches: ReturnType<typeof branchOf>[]) =>
  aBooking({ counters: branches, terms: someTerms({ answer_minutes: 15 }) });
const draftOf = (fields: Partial<Draft> = {}) => ({ ...freshDraft(exchange), ...fields });
const obstacleOf = (
  branch: ReturnType<typeof branchOf>,
  draft: Partial<Draft> = {},
  booking = bookingOf(branch),
) => viewBranch(booking, branch, exchange, draftOf(draft), NOW).obstacle?.replaceAll('\u00a0', ' ') ?? null;

test('a branch that cannot take the amount says why', () => {
  expect(obstacleOf(branchOf(1, 1.1, 500))).toBeNull();
  expect(obstacleOf(branchOf(1, 1.1, 200))).toBe('Jusqu’à $ 200 ici.');
  expect(obstacleOf(branchOf(1, 1.1, 0))).toBe('Plus de billets en ce moment.');
  expect(obstacleOf(branchOf(1, null, 500))).toBe('Pas de taux à réserver en ce moment.');
  expect(obstacleOf({ ...branchOf(1, 1.1, 500), opens: [] })).toBe('Billets prêts trop tard pour ce taux.');
});

test('a limit of one place is said there, a limit of all is an error of the amount', () => {
  const [town, airport] = [branchOf(1, 1.1, 500), { ...branchOf(2, 1.1, 500), mode: 'airport' }];
  const terms = someTerms({ modes: { airport: { is_offered: true, minimum: 400, delay_minutes: 0 } } });
  const booking = { ...bookingOf(town, airport), terms };
  expect(obstacleOf(airport, {}, booking)).toBe('Ce bureau réserve à partir de € 400.');
  expect(obstacleOf(airport, { cents: 20_00 }, booking)).toBeNull();
});

test('days that cannot take the amount are not open, and the hour is of one that can', () => {
  const booking = bookingOf(branchOf(1, 1.1, 200, 1_000));
  const [branch] = booking.counters;
  const view = branch && viewBranch(booking, branch, exchange, draftOf(), NOW);
  expect(view?.days.map(({ day }) => day)).toEqual(DAYS);
  expect(view?.open.map(({ day }) => day)).toEqual([DAYS[1]]);
  const { pickupAt } = completeDraft(booking, exchange, draftOf(), NOW);
  expect(pickupAt).toBe(Date.parse('2026-11-21T08:00:00Z'));
});

test('of two neighbours what is beyond the stock or the bureau’s limits is not proposed', () => {
  const near = (most: number, cents: number) => {
    const branch = branchOf(1, 1.1, most);
    const view = viewBranch(bookingOf(branch), branch, exchange, draftOf({ cents }), NOW);
    return [view.prices.map(({ received }) => received), view.price?.received];
  };
  expect(near(500, 300_10)).toEqual([[330_00, 331_00], 330_00]);
  expect(near(200, 181_90)).toEqual([[200_00], 200_00]);
  // $ 55 are € 50, the minimum, and $ 54 less
  expect(near(500, 49_60)).toEqual([[55_00], 55_00]);
});

test('branches come in the order of the way to the one that was compared, and else of what they pay', () => {
  // as they come, the nearest first
  const booking = bookingOf(
    branchOf(1, 1.1, 200),
    branchOf(2, 1.1, 500),
    branchOf(3, null, 500),
    branchOf(4, 1.2, 500),
  );
  const orderOf = (branch: number | null) =>
    rankBranches(booking, { ...exchange, branch }, draftOf(), NOW).map(
      ({ branch: bookingBranch }) => bookingBranch.branch,
    );
  expect(orderOf(null)).toEqual([4, 2, 1, 3]);
  // it takes no reservation
  expect(orderOf(9)).toEqual([2, 4, 1, 3]);
  expect(orderOf(1)).toEqual([1, 2, 4, 3]);
  expect(completeDraft(booking, { ...exchange, branch: 1 }, draftOf(), NOW).branch).toBe(2);
});
