import type { Currency } from '../currencies/currency.ts';
import { type Cents, divide, multiply } from '../money/cents.ts';
import { type Decimal, decimalOf } from '../money/decimal.ts';
import { MAX_WORTH, mostComparable } from '../offers/limit.ts';
import type { Where } from './where.ts';

export type Side = 'offer' | 'wish';

/**
 * Amounts in hundredths, null: empty. `typed`: side of the typed amount, from which the other is computed
 * at the mid rate.
 */
export type Comparator = {
  readonly offer: { readonly currency: string; readonly amount: Cents | null };
  readonly wish: { readonly currency: string; readonly amount: Cents | null };
  readonly typed: Side;
  readonly where?: Where | undefined;
};

/** Base first, default counterpart second. */
export type CurrencyList = readonly Currency[];

/** Base with amount 0 against the default counterpart (spec 4). */
export function startComparator(currencies: CurrencyList): Comparator {
  const [base, counterpart] = officialPair(currencies);
  return {
    offer: { currency: base, amount: 0 },
    wish: { currency: counterpart, amount: 0 },
    typed: 'offer',
  };
}

/**
 * Sets a side's currency and adapts the other, so that exactly one is the base (spec 4). Unlisted
 * currencies change nothing.
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

export function swapCurrencies(state: Comparator, currencies: CurrencyList): Comparator {
  return withCurrencies(state, state.wish.currency, state.offer.currency, currencies);
}

export function changeAmount(
  state: Comparator,
  side: Side,
  amount: Cents | null,
  currencies: CurrencyList,
): Comparator {
  return computed({ ...state, typed: side, [side]: { ...state[side], amount } }, currencies);
}

/** A purchase offers the base (spec 4). */
export function isPurchase(state: Comparator, currencies: CurrencyList): boolean {
  return state.offer.currency === officialPair(currencies)[0];
}

/** Comparing needs a wished amount above 0 (spec 5). */
export function canCompare(state: Comparator): boolean {
  return (state.offer.amount ?? 0) > 0 && (state.wish.amount ?? 0) > 0;
}

/** Exceeded limit of the typed amount (contract 3). null: within the limit. */
export function limitPassed(state: Comparator, currencies: CurrencyList): Cents | null {
  const isOfBase = isPurchase(state, currencies) === (state.typed === 'offer');
  const most = isOfBase ? MAX_WORTH : mostComparable(pairRate(state, currencies));
  return (state[state.typed].amount ?? 0) > most ? most : null;
}

/** Units of the other currency for 1 base, mid-market. */
export function pairRate(state: Comparator, currencies: CurrencyList): Decimal {
  const code = isPurchase(state, currencies) ? state.wish.currency : state.offer.currency;
  const currency = currencies.find((c) => c.code === code);
  if (!currency) throw new RangeError(`no currency ${code}`);
  return decimalOf(currency.rate);
}

/** ct_wish of contract 2, in hundredths. */
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
  const typedAmount = state[state.typed].amount;
  // a wished amount is turned into the offered one by that rate (contract 2)
  const other =
    typedAmount === null
      ? null
      : wishedAmount(typedAmount, rate, state.typed === 'offer' ? purchase : !purchase);
  return state.typed === 'offer'
    ? { ...state, wish: { ...state.wish, amount: other } }
    : { ...state, offer: { ...state.offer, amount: other } };
}

function officialPair(currencies: CurrencyList): [base: string, counterpart: string] {
  const [base, counterpart] = currencies;
  if (!base || !counterpart) throw new RangeError('the list holds a base and a default counterpart');
  return [base.code, counterpart.code];
}
