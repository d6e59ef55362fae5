import type { Cents } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import type { Booking, BookingBranch } from '#domain/reservations/booking.ts';
import { handedOver, type Price, worth } from '#domain/reservations/price.ts';
import { hasHour, type SlotDay } from '#domain/reservations/slots.ts';
import { findWrongAmount, type PickupMode, type PreparationMinutes } from '#domain/terms/terms.ts';
import { chosenPrice, largestPrice, priceAt, pricesInNotes } from './amounts.ts';
import { type Draft, findBranch, type RequestedExchange } from './draft.ts';
import { capital, sidesOf } from './format.ts';
import { mostOn, pickupDays, preparationNeeds } from './pickup.ts';

/** One branch as the steps show it, for what was typed and chosen. */
export type BranchView = {
  readonly branch: BookingBranch;
  readonly prices: readonly Price[];
  readonly price: Price | null;
  readonly needs: PreparationMinutes;
  /** days with an hour, and those of them on which the amount may be reserved */
  readonly days: readonly SlotDay[];
  readonly open: readonly SlotDay[];
  readonly most: Cents;
  /** French sentence; null: the branch can be chosen */
  readonly obstacle: string | null;
};

export function viewBranch(
  booking: Booking,
  branch: BookingBranch,
  exchange: RequestedExchange,
  draft: Draft,
  now: number,
): BranchView {
  const { side } = exchange;
  const near = pricesInNotes(booking, branch, exchange, draft);
  const needs = preparationNeeds(booking, branch, side, chosenPrice(near, exchange, draft));
  const days = pickupDays(booking, branch, needs, now);
  const most = Math.max(0, ...days.map(({ day }) => mostOn(branch, day)));
  const isTaken = (price: Price) =>
    handedOver(side, price) <= most && !findLimit(booking, branch, side, price);
  const prices = near.filter(isTaken);
  const price = chosenPrice(near, exchange, draft, isTaken);
  const open = price
    ? days.filter(({ day }) => handedOver(side, price) <= mostOn(branch, day))
    : days.filter(({ day }) => mostOn(branch, day) > 0);
  const view = { branch, prices, price, needs, days, open, most };
  return { ...view, obstacle: findObstacle(booking, exchange, view, near) };
}

function findLimit(
  { terms, base }: Booking,
  { mode }: BookingBranch,
  side: RequestedExchange['side'],
  price: Price,
) {
  // mode among three, as written by the server
  return findWrongAmount(terms, mode as PickupMode, worth(side, price), base);
}

function findObstacle(
  booking: Booking,
  { side, currency }: RequestedExchange,
  { branch, days, most, prices }: Omit<BranchView, 'obstacle'>,
  near: readonly Price[],
): string | null {
  if (branch.rate === null) return 'Pas de taux à réserver en ce moment.';
  if (days.length === 0) return 'Billets prêts trop tard pour ce taux.';
  if (most === 0) return 'Plus de billets en ce moment.';
  const [nearest] = near;
  // an amount that no branch takes is an error of the amount
  if (prices.length > 0 || !nearest) return null;
  const limit = findLimit(booking, branch, side, nearest);
  if (!limit) return capital(`${formatMost(booking, { side, currency }, most)} ici.`);
  const isOfAll = booking.counters.every((one) => findLimit(booking, one, side, nearest) !== undefined);
  return isOfAll ? null : limit.message;
}

export function formatMost(
  { base }: Booking,
  { side, currency }: Pick<RequestedExchange, 'side' | 'currency'>,
  most: Cents,
): string {
  return `jusqu’à ${formatShortAmount(sidesOf(side, base, currency).receivedCurrency, most)}`;
}

/**
 * Branches by rank: the offer's own, then those that take the amount, then the rest; without a rate, last.
 * Ties stay in order of distance to the place or the offer's branch, or without one go by rate.
 */
export function rankBranches(
  booking: Booking,
  exchange: RequestedExchange,
  draft: Draft,
  now: number,
): BranchView[] {
  const views = booking.counters.map((branch) => viewBranch(booking, branch, exchange, draft, now));
  const scoreOf = ({ branch, obstacle }: BranchView) => {
    if (branch.rate === null) return 4;
    if (exchange.branch !== null && branch.branch === exchange.branch) return 0;
    return obstacle === null ? 1 : 2;
  };
  const rateOf = ({ branch }: BranchView) => (branch.rate ?? 0) * (exchange.side === 'sale' ? -1 : 1);
  const isByWay = exchange.branch !== null || booking.place !== null;
  return views.toSorted((a, b) => scoreOf(a) - scoreOf(b) || (isByWay ? 0 : rateOf(a) - rateOf(b)));
}

/** Draft with a branch and an hour that can still be reserved, as near as possible to the chosen ones. */
export function completeDraft(
  booking: Booking,
  exchange: RequestedExchange,
  draft: Draft,
  now: number,
): Draft {
  const chosen = findBranch(booking, draft);
  const ranked = rankBranches(booking, exchange, draft, now);
  const view = chosen
    ? ranked.find(({ branch }) => branch === chosen)
    : (ranked.find(({ obstacle }) => obstacle === null) ?? ranked[0]);
  if (!view) return draft;
  const pickupAt = hasHour(view.open, draft.pickupAt) ? draft.pickupAt : firstHour(view);
  return { ...draft, branch: view.branch.branch, pickupAt };
}

export function firstHour({ open }: Pick<BranchView, 'open'>): number | null {
  return open[0]?.instants[0] ?? null;
}

/** Exchange that the later steps keep, whether or not the bureau can still hand it over. */
export function settledPrice(
  booking: Booking,
  branch: BookingBranch,
  exchange: RequestedExchange,
  draft: Draft,
): Price | null {
  return chosenPrice(pricesInNotes(booking, branch, exchange, draft), exchange, draft);
}

/** Largest exchange that a branch can take, where more was typed. */
export function findLargest(
  booking: Booking,
  { branch, most }: BranchView,
  exchange: RequestedExchange,
  draft: Draft,
): Price | null {
  const { side } = exchange;
  const typed = priceAt(booking, branch, exchange, draft);
  const largest = largestPrice(booking, branch, exchange, most);
  if (!typed || !largest || findLimit(booking, branch, side, largest)) return null;
  return handedOver(side, typed) > handedOver(side, largest) ? largest : null;
}

/** Amount error of the typed field; undefined: none. */
export function findAmountError(
  booking: Booking,
  { branch, prices, most }: BranchView,
  exchange: RequestedExchange,
  draft: Draft,
): string | undefined {
  if (branch.rate === null || prices.length > 0) return undefined;
  const typed = priceAt(booking, branch, exchange, draft);
  if (!typed) return 'Ce montant est trop petit pour être échangé.';
  const limit = findLimit(booking, branch, exchange.side, typed)?.message;
  if (limit) return limit;
  const [near] = pricesInNotes(booking, branch, exchange, draft);
  if (!near) return undefined;
  const wrong = findLimit(booking, branch, exchange.side, near)?.message;
  return wrong ?? (most > 0 ? capital(`${formatMost(booking, exchange, most)} à ce guichet.`) : undefined);
}
