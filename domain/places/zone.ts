import { metresBetween } from './distance.ts';
import type { Position } from './place.ts';

const OVERSEAS: readonly (Position & { zone: string })[] = [
  { lat: 16.2, lon: -61.5, zone: 'America/Guadeloupe' },
  { lat: 14.65, lon: -61, zone: 'America/Martinique' },
  { lat: 4, lon: -53, zone: 'America/Cayenne' },
  { lat: -21.1, lon: 55.5, zone: 'Indian/Reunion' },
  { lat: -12.8, lon: 45.2, zone: 'Indian/Mayotte' },
];
const NEAR_M = 1_000_000;

/** The clocks of a place of France: an airport has no postcode that says it. */
export function zoneAt(position: Position): string {
  const [nearest] = OVERSEAS.map(({ zone, ...at }) => ({ zone, metres: metresBetween(position, at) })).sort(
    (a, b) => a.metres - b.metres,
  );
  return nearest && nearest.metres < NEAR_M ? nearest.zone : 'Europe/Paris';
}
