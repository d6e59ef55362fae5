import type { Comparator } from '#domain/comparator/comparator.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { metresBetween } from '#domain/places/distance.ts';
import type { Place, Position } from '#domain/places/place.ts';
import { formatShortDay } from '#web/shared/dates.ts';

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

export function formatNear({ kind, label }: Place): string {
  const name = label.replace(/ \([^)]*\)$/, '');
  if (kind === 'airport') return `près de l’aéroport ${name}`;
  if (name.startsWith('Le ')) return `près du ${name.slice(3)}`;
  if (name.startsWith('Les ')) return `près des ${name.slice(4)}`;
  return `près ${/^[AEIOUYÀÂÉÈÊËÎÏÔŒÛÜH]/.test(name) ? 'd’' : 'de '}${name}`;
}

export function positionOf({ lat, lon }: { lat: number | null; lon: number | null }): Position | null {
  return lat === null || lon === null ? null : { lat, lon };
}

/**
 * Distance: 'à 400 m', 'à 1,2 km', 'à 12 km'. A rough position gives 'à environ 3 km, position de la
 * commune', or the place alone.
 */
export function formatDistance(from: Position | Place, to: Position, isRough: boolean): string {
  const metres = metresBetween(from, to);
  const isElsewhere = metres >= 1 || !('kind' in from);
  if (isElsewhere && isRough) {
    return `à environ ${Math.max(1, Math.round(metres / 1000))}\u00a0km, position de la commune`;
  }
  if (isElsewhere) return `à\u00a0${formatMetres(metres)}`;
  return from.kind === 'airport' ? 'à l’aéroport' : 'dans la commune';
}

export function formatMetres(metres: number): string {
  if (metres < 950) return `${Math.max(50, Math.round(metres / 50) * 50)}\u00a0m`;
  const km = metres < 9950 ? Math.round(metres / 100) / 10 : Math.round(metres / 1000);
  return `${String(km).replace('.', ',')}\u00a0km`;
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
