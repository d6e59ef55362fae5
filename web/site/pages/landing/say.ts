import type { Comparator } from '#domain/comparator/comparator.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { sayDay } from '#web/shared/dates.ts';

/** What a search is about, after 'pour': '€ 500', or 'recevoir $ 300'. */
export function saySearch(search: Comparator): string {
  const { currency, amount } = search[search.typed];
  return `${search.typed === 'wish' ? 'recevoir ' : ''}${formatShortAmount(currency, amount ?? 0)}`;
}

/** 'Taux intermédiaire du 20 nov., source BCE'. */
export function sayMidRate({ at, source }: { at: string; source: string }, now: Date): string {
  return `Taux intermédiaire du ${sayRateDay(at, now)}, source ${source}`;
}

/** The rate of a day: the same day wherever it is read. */
export function sayRateDay(at: string, now: Date): string {
  return sayDay(new Date(`${at.slice(0, 10)}T12:00`), now);
}
