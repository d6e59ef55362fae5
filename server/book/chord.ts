import { EARTH_RADIUS_M } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';

/** The earth as a sphere of radius 1 has its places at x, y, z: the nearest is the one of the shortest chord. */
export type Point = readonly [x: number, y: number, z: number];

/** Of what nobody has placed, none is a number. */
export function pointOf(position: Position | null): Point {
  if (!position) return [Number.NaN, Number.NaN, Number.NaN];
  const [phi, lambda] = [(position.lat * Math.PI) / 180, (position.lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** The square of the chord from a point to one of those that lie in threes. */
export function chordTo(points: Float64Array, slot: number, [x, y, z]: Point): number {
  const dx = (points[slot * 3] as number) - x;
  const dy = (points[slot * 3 + 1] as number) - y;
  const dz = (points[slot * 3 + 2] as number) - z;
  return dx * dx + dy * dy + dz * dz;
}

/** The way along the sphere, of the square of its chord. */
export function metresOf(chord: number): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord) / 2));
}
