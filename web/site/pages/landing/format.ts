import type { Comparator } from '#domain/comparator/comparator.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { formatShortDay } from '#web/shared/short-day.ts';

/** Subject of a search after 'pour': '€ 500', or 'recevoir $ 300'. */
export function formatSearch(search: Comparator): string {
  const { currency, amount } = search[search.typed];
  return `${search.typed === 'wish' ? 'recevoir ' : ''}${formatShortAmount(currency, amount ?? 0)}`;
}

export function formatMidRate({ at, source }: { at: string; source: string }, now: Date): string {
  return `Taux intermédiaire du ${formatRateDay(at, now)}, source ${source}`;
}

/** Date in UTC, so that a rate has one date everywhere. */
export function formatRateDay(at: string, now: Date): string {
  return formatShortDay(new Date(`${at.slice(0, 10)}T12:00`), now);
}

export function describeIgnored({
  isPlaceIgnored,
  isMomentIgnored,
}: {
  isPlaceIgnored: boolean;
  isMomentIgnored: boolean;
}): string | null {
  if (isPlaceIgnored) return 'Ce lieu n’est plus connu\u00a0: comparaison partout.';
  return isMomentIgnored ? 'Ce jour et cette heure n’existent pas\u00a0: comparaison à toute heure.' : null;
}
