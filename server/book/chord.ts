import { EARTH_RADIUS_M } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';

/** Points on a sphere of radius 1, where the shortest chord is the shortest way. */
export type Point = readonly [x: number, y: number, z: number];

/** NaN for an unknown position. */
export function pointOf(position: Position | null): Point {
  if (!position) return [Number.NaN, Number.NaN, Number.NaN];
  const [phi, lambda] = [(position.lat * Math.PI) / 180, (position.lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Squared chord between a point and entry `slot` of a flat array. */
export function chordTo(points: Float64Array, offset: number, [x, y, z]: Point): number {
  const dx = (points[offset * 3] as number) - x;
  const dy = (points[offset * 3 + 1] as number) - y;
  const dz = (points[offset * 3 + 2] as number) - z;
  return dx * dx + dy * dy + dz * dz;
}

export function metresOf(chord: number): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord) / 2));
}
