import { metresBetween } from '#domain/places/distance.ts';
import { formatMetres } from '#domain/places/format-metres.ts';
import type { Place, Position } from '#domain/places/place.ts';

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
