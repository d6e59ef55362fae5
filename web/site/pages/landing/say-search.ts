import type { Comparator } from '#domain/comparator/comparator.ts';
import { formatShortAmount } from '#domain/money/format.ts';

/** What a search is about, after 'pour': '€ 500'. */
export function saySearch({ offer }: Comparator): string {
  return formatShortAmount(offer.currency, offer.amount ?? 0);
}
