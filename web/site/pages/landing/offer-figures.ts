import type { Comparator, CurrencyList } from '#domain/comparator/comparator.ts';
import { isPurchase } from '#domain/comparator/comparator.ts';
import { type Cents, centsOf } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import type { Money, Offer } from '#domain/offers/offer.ts';
import { broughtAmount } from '#domain/offers/quote.ts';

/** What the offers of a search are ranked by: what one receives, or what one brings for what one wished. */
export function figureOf({ ct_offer, co_offer }: Offer, { typed }: Comparator): Money {
  return typed === 'wish' ? ct_offer : co_offer;
}

export function said({ currency, amount }: Money): string {
  return formatAmount(currency, centsOf(amount) ?? 0);
}

/** The amount from which a bureau hands over anything: what it takes for a hundredth; null where it does already. */
export function startOf({ rate, ct_offer, co_offer }: Offer, search: Comparator, list: CurrencyList) {
  if (co_offer.amount > 0) return null;
  return formatShortAmount(ct_offer.currency, broughtAmount(1, decimalOf(rate), isPurchase(search, list)));
}

/**
 * What the best of some offers hands over beyond the last one, or saves on it where all hand over the same: then in
 * the base, as costs are. Null when there is nothing to tell apart.
 */
export function advantageOf(offers: readonly Offer[], { typed }: Comparator): string | null {
  const [first, last] = [offers[0], offers.at(-1)];
  if (!first || !last) return null;
  const more = typed === 'wish' ? between(last.costs, first.costs) : between(first.co_offer, last.co_offer);
  return more > 0
    ? formatAmount(typed === 'wish' ? first.costs.currency : first.co_offer.currency, more)
    : null;
}

/** The last of the offers that are compared with the best one: of more than are shown, by its rank. */
export function sayLast(compared: readonly Offer[], shown: readonly Offer[], total: number): string {
  return total > shown.length && compared.length === shown.length ? `${shown.length}ᵉ` : 'dernière';
}

function between(more: Money, less: Money): Cents {
  return (centsOf(more.amount) ?? 0) - (centsOf(less.amount) ?? 0);
}
