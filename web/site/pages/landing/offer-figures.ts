import { STAND_IN_PATH } from '#domain/companies/stand-in.ts';
import type { Comparator, CurrencyList } from '#domain/comparator/comparator.ts';
import { isPurchase } from '#domain/comparator/comparator.ts';
import { type Cents, centsOf } from '#domain/money/cents.ts';
import { decimalOf } from '#domain/money/decimal.ts';
import { formatAmount, formatPercent, formatShortAmount } from '#domain/money/format.ts';
import { formatExactInverse, formatExactRate, formatListedRate } from '#domain/money/format-exact.ts';
import { marginOf } from '#domain/offers/margin.ts';
import type { Money, Offer } from '#domain/offers/offer.ts';
import { broughtAmount } from '#domain/offers/quote.ts';
import { isSameDay } from '#web/shared/dates.ts';

export function figureOf({ ct_offer, co_offer }: Offer, { typed }: Comparator): Money {
  return typed === 'wish' ? ct_offer : co_offer;
}

export function figureLabel({ typed }: Comparator): string {
  return typed === 'wish' ? 'Vous apportez' : 'Vous recevez';
}

export function formatMoney({ currency, amount }: Money, format = formatAmount): string {
  return format(currency, centsOf(amount) ?? 0);
}

// Rate of the searched direction and the other one, with as many decimals for every offer.
export function formatRates(
  rate: number,
  { offer, wish }: Comparator,
  offerIsBase: boolean,
): [string, string] {
  const exact = decimalOf(rate);
  const [quoted, inverse] = [formatListedRate(exact), formatExactInverse(exact)];
  return [
    formatPair(offer.currency, offerIsBase ? quoted : inverse, wish.currency),
    formatPair(wish.currency, offerIsBase ? inverse : quoted, offer.currency),
  ];
}

// Quoted rate with every decimal. null: the listed one has them.
export function formatExactPair(
  rate: number,
  { offer, wish }: Comparator,
  offerIsBase: boolean,
): string | null {
  const exact = decimalOf(rate);
  const [all, listed] = [formatExactRate(exact), formatListedRate(exact)];
  const [base, currency] = offerIsBase ? [offer.currency, wish.currency] : [wish.currency, offer.currency];
  return all === listed ? null : formatPair(base, all, currency);
}

function formatPair(one: string, rate: string, other: string): string {
  return `1\u00a0${one} = ${rate}\u00a0${other}`;
}

export function formatMargin({ rate }: Offer, midRate: number, offerIsBase: boolean): string {
  return `${formatPercent(marginOf(decimalOf(rate), decimalOf(midRate), offerIsBase))}\u00a0%`;
}

/** Cost against the mid rate; negative: better than the mid rate (contract 2). */
export function formatCost({ currency, amount }: Money): { verb: string; cost: string | null } {
  const cents = centsOf(amount) ?? 0;
  if (cents === 0) return { verb: 'sans écart', cost: null };
  return { verb: cents > 0 ? 'coûte ' : 'fait gagner ', cost: formatAmount(currency, Math.abs(cents)) };
}

export function siteHost({ company }: Offer): string {
  const { host, pathname } = new URL(company.site);
  const isStandIn = host === location.host && pathname.startsWith(STAND_IN_PATH);
  const [name = host] = isStandIn ? pathname.slice(STAND_IN_PATH.length).split('/') : [];
  return name.replace(/^www\./, '');
}

// The row says its age: of another day, or to be confirmed.
export function isDatedByRow({ is_fresh, updated_at }: Offer, now: Date): boolean {
  return !is_fresh || !isSameDay(new Date(updated_at), now);
}

export type Group = { isFresh: boolean; offers: Offer[] };

export function groupByFreshness(offers: readonly Offer[]): Group[] {
  return [true, false]
    .map((isFresh) => ({ isFresh, offers: offers.filter(({ is_fresh }) => is_fresh === isFresh) }))
    .filter(({ offers: group }) => group.length > 0);
}

/** Smallest amount that is worth a hundredth; null: this one is. */
export function minimumAmount({ rate, ct_offer, co_offer }: Offer, search: Comparator, list: CurrencyList) {
  if (co_offer.amount > 0) return null;
  return formatShortAmount(ct_offer.currency, broughtAmount(1, decimalOf(rate), isPurchase(search, list)));
}

/** Gain of the first offer over the last, or the saving in the base for a fixed wish; null: no difference. */
export function advantageOf(
  offers: readonly Offer[],
  { typed }: Comparator,
): { amount: string; currency: string } | null {
  const [first, last] = [offers[0], offers.at(-1)];
  if (!first || !last) return null;
  const more =
    typed === 'wish' ? difference(last.costs, first.costs) : difference(first.co_offer, last.co_offer);
  const { currency } = typed === 'wish' ? first.costs : first.co_offer;
  return more > 0 ? { amount: formatAmount(currency, more), currency } : null;
}

export function areEqual(offers: readonly Offer[], search: Comparator): boolean {
  return offers.length > 1 && new Set(offers.map((offer) => figureOf(offer, search).amount)).size === 1;
}

/** Best offer among others. undefined: all are equal, or there is nothing to compare with. */
export function bestAmong(offers: readonly Offer[], search: Comparator): Offer | undefined {
  const [first] = groupByFreshness(offers);
  const hasOthers = offers.length > 1 && !areEqual(first?.offers ?? [], search);
  return hasOthers ? bestOf(offers, search) : undefined;
}

/** Best offer by amount, which is the first unless the nearest comes first. */
export function bestOf(offers: readonly Offer[], { typed, where }: Comparator): Offer | undefined {
  if (where?.sort !== 'distance') return offers[0];
  const [fresh] = groupByFreshness(offers);
  const figure = (offer: Offer) => (typed === 'wish' ? -offer.ct_offer.amount : offer.co_offer.amount);
  return fresh?.offers.reduce((best, offer) => (figure(offer) > figure(best) ? offer : best));
}

export function formatLastRank(compared: readonly Offer[], shown: readonly Offer[], total: number): string {
  if (compared.length < shown.length) return 'dernière au taux à jour';
  return total > shown.length ? `${shown.length}ᵉ` : 'dernière';
}

function difference(more: Money, less: Money): Cents {
  return (centsOf(more.amount) ?? 0) - (centsOf(less.amount) ?? 0);
}
