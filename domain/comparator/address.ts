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

type Query = { get(name: string): string | null };

/**
 * Query 'offre=500&de=EUR&vers=USD', or 'cible=300&de=EUR&vers=USD' for a typed amount to receive, then the
 * place. Amounts have a point and no trailing zeros.
 */
export function comparisonQuery({ offer, wish, typed, where }: Comparator): string {
  const amount = (cents: Cents | null) => String(amountOf(cents ?? 0));
  const amountQuery = typed === 'offer' ? `offre=${amount(offer.amount)}` : `cible=${amount(wish.amount)}`;
  // digits, a point and capitals need no escaping
  return `${amountQuery}&de=${offer.currency}&vers=${wish.currency}${whereQuery(where)}`;
}

/**
 * Comparison of a query, or null unless it has an amount above 0 and two listed currencies with exactly one
 * base (spec 4), which may be left out. Amounts may be handwritten and are read as typed.
 */
export function readComparisonQuery(query: Query, currencies: CurrencyList): Comparator | null {
  const typed = query.get('cible') === null ? 'offer' : 'wish';
  const [from = '', to = ''] = ['de', 'vers'].map((name) =>
    (query.get(name) ?? currencies[0]?.code ?? '').toUpperCase(),
  );
  const offered = changeCurrency(startComparator(currencies), 'offer', from, currencies);
  const both = changeCurrency(offered, 'wish', to, currencies);
  if (both.offer.currency !== from || both.wish.currency !== to) return null;
  const amount = readTypedAmount(query.get(typed === 'wish' ? 'cible' : 'offre') ?? '', [
    both[typed].currency,
  ]);
  if (amount.outcome !== 'read' || amount.cents <= 0) return null;
  const where = readWhereQuery(query);
  return changeAmount({ ...both, ...(where && { where }) }, typed, amount.cents, currencies);
}
