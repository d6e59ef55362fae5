import { amountOf, type Cents } from '../money/cents.ts';
import { readTypedAmount } from '../money/typed-number.ts';
import {
  type Comparator,
  type CurrencyList,
  changeAmount,
  changeCurrency,
  startComparator,
} from './comparator.ts';
import { readWhereQuery, whereQuery } from './where.ts';

/** What URLSearchParams is. */
type Query = { get(name: string): string | null };

/**
 * The query of a comparison's address: 'offre=500&de=EUR&vers=USD', or 'cible=300&de=EUR&vers=USD' when the
 * amount that was typed is the one to receive, then where. Amounts have a point, and no decimals that are zero.
 */
export function comparisonQuery({ offer, wish, typed, where }: Comparator): string {
  const amount = (cents: Cents | null) => String(amountOf(cents ?? 0));
  const asked = typed === 'offer' ? `offre=${amount(offer.amount)}` : `cible=${amount(wish.amount)}`;
  // digits, a point and capitals: nothing to escape
  return `${asked}&de=${offer.currency}&vers=${wish.currency}${whereQuery(where)}`;
}

/**
 * The comparison that an address asks for. Null unless it names an amount above 0 and two listed currencies,
 * exactly one of them the base (spec 4); an address is written by hand too, so amounts are read as typed.
 */
export function readComparisonQuery(asked: Query, currencies: CurrencyList): Comparator | null {
  const typed = asked.get('cible') === null ? 'offer' : 'wish';
  const [from = '', to = ''] = [asked.get('de') ?? '', asked.get('vers') ?? ''].map((code) =>
    code.toUpperCase(),
  );
  const offered = changeCurrency(startComparator(currencies), 'offer', from, currencies);
  const both = changeCurrency(offered, 'wish', to, currencies);
  if (both.offer.currency !== from || both.wish.currency !== to) return null;
  const amount = readTypedAmount(asked.get(typed === 'wish' ? 'cible' : 'offre') ?? '', [
    both[typed].currency,
  ]);
  if (amount.outcome !== 'read' || amount.cents <= 0) return null;
  const where = readWhereQuery(asked);
  return changeAmount({ ...both, ...(where && { where }) }, typed, amount.cents, currencies);
}
