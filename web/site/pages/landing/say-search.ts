import type { Comparator } from '#domain/comparator/comparator.ts';
import { formatShortAmount } from '#domain/money/format.ts';

/** What a search is about, after 'pour': '€ 500', or 'recevoir $ 300'. */
export function saySearch(search: Comparator): string {
  const { currency, amount } = search[search.typed];
  return `${search.typed === 'wish' ? 'recevoir ' : ''}${formatShortAmount(currency, amount ?? 0)}`;
}
