import type { Position } from './place.ts';

export const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS = Math.PI / 180;

/** Metres on a sphere, at most 0.6 % off. */
export function metresBetween(a: Position, b: Position): number {
  const halfLat = Math.sin(((b.lat - a.lat) * RADIANS) / 2);
  const halfLon = Math.sin(((b.lon - a.lon) * RADIANS) / 2);
  const chord = halfLat ** 2 + halfLon ** 2 * Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** About 1 km, the most precise position that may leave a person's device. */
export function roundPosition({ lat, lon }: Position): Position {
  return { lat: Math.round(lat * 100) / 100, lon: Math.round(lon * 100) / 100 };
}
