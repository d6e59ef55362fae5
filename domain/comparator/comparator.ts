import type { Currency } from '../currencies/currency.ts';
import { type Cents, divide, multiply } from '../money/cents.ts';
import { type Decimal, decimalOf } from '../money/decimal.ts';
import { MAX_WORTH, mostComparable } from '../offers/limit.ts';
import type { Where } from './where.ts';

export type Side = 'offer' | 'wish';

/**
 * What the traveller compares. Amounts in hundredths; null: nothing typed. `typed` is the side whose amount
 * the traveller gave: the other is computed from it at the mid rate.
 */
export type Comparator = {
  readonly offer: { readonly currency: string; readonly amount: Cents | null };
  readonly wish: { readonly currency: string; readonly amount: Cents | null };
  readonly typed: Side;
  /** undefined: anywhere */
  readonly where?: Where | undefined;
};

/** The base first, the default counterpart second, and the mid rate of each: what the rules need to know. */
export type CurrencyList = readonly Currency[];

/** spec 4: the offer is the base with the amount 0, the wish the default counterpart. */
export function startComparator(currencies: CurrencyList): Comparator {
  const [base, counterpart] = officialPair(currencies);
  return {
    offer: { currency: base, amount: 0 },
    wish: { currency: counterpart, amount: 0 },
    typed: 'offer',
  };
}

/**
 * Sets the currency of one side; the other side follows, so that exactly one is always the base (spec 4).
 * A currency that is not listed changes nothing.
 */
export function changeCurrency(
  state: Comparator,
  side: Side,
  currency: string,
  currencies: CurrencyList,
): Comparator {
  if (!currencies.some((c) => c.code === currency)) return state;
  const [base, counterpart] = officialPair(currencies);
  const other = side === 'offer' ? state.wish.currency : state.offer.currency;
  let otherCurrency = other;
  if (currency !== base) otherCurrency = base;
  else if (other === base) otherCurrency = counterpart;
  return withCurrencies(
    state,
    side === 'offer' ? currency : otherCurrency,
    side === 'offer' ? otherCurrency : currency,
    currencies,
  );
}

/** Exchanges the two currencies; the amount that was typed stays where it was typed. */
export function swapCurrencies(state: Comparator, currencies: CurrencyList): Comparator {
  return withCurrencies(state, state.wish.currency, state.offer.currency, currencies);
}

/** Sets the amount of one side (hundredths, null when nothing is typed) and computes the other. */
export function changeAmount(
  state: Comparator,
  side: Side,
  amount: Cents | null,
  currencies: CurrencyList,
): Comparator {
  return computed({ ...state, typed: side, [side]: { ...state[side], amount } }, currencies);
}

/** spec 4: a purchase is when the offered currency is the base. */
export function isPurchase(state: Comparator, currencies: CurrencyList): boolean {
  return state.offer.currency === officialPair(currencies)[0];
}

/** spec 5: comparing proceeds only when the computed wished amount is above 0. */
export function canCompare(state: Comparator): boolean {
  return (state.offer.amount ?? 0) > 0 && (state.wish.amount ?? 0) > 0;
}

/** The most that may be typed where the amount was, when it is more than that (contract 3); else null. */
export function limitPassed(state: Comparator, currencies: CurrencyList): Cents | null {
  const isOfBase = isPurchase(state, currencies) === (state.typed === 'offer');
  const most = isOfBase ? MAX_WORTH : mostComparable(pairRate(state, currencies));
  return (state[state.typed].amount ?? 0) > most ? most : null;
}

/** The mid rate of the pair: units of the currency that is not the base for 1 base. */
export function pairRate(state: Comparator, currencies: CurrencyList): Decimal {
  const code = isPurchase(state, currencies) ? state.wish.currency : state.offer.currency;
  const currency = currencies.find((c) => c.code === code);
  if (!currency) throw new RangeError(`no currency ${code}`);
  return decimalOf(currency.rate);
}

/** ct_wish of contract 2: what an offered amount is worth at the mid rate. Hundredths. */
export function wishedAmount(offered: Cents, rate: Decimal, offerIsBase: boolean): Cents {
  return offerIsBase ? multiply(offered, rate, 'half-away') : divide(offered, rate, 'half-away');
}

function withCurrencies(
  state: Comparator,
  offer: string,
  wish: string,
  currencies: CurrencyList,
): Comparator {
  const changed = {
    ...state,
    offer: { ...state.offer, currency: offer },
    wish: { ...state.wish, currency: wish },
  };
  return computed(changed, currencies);
}

function computed(state: Comparator, currencies: CurrencyList): Comparator {
  const rate = pairRate(state, currencies);
  const purchase = isPurchase(state, currencies);
  const given = state[state.typed].amount;
  // contract 2: an amount wished is brought back to the amount offered by the same rate
  const other =
    given === null ? null : wishedAmount(given, rate, state.typed === 'offer' ? purchase : !purchase);
  return state.typed === 'offer'
    ? { ...state, wish: { ...state.wish, amount: other } }
    : { ...state, offer: { ...state.offer, amount: other } };
}

function officialPair(currencies: CurrencyList): [base: string, counterpart: string] {
  const [base, counterpart] = currencies;
  if (!base || !counterpart) throw new RangeError('the list holds a base and a default counterpart');
  return [base.code, counterpart.code];
}
