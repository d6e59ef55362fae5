import { EARTH_RADIUS_M } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';
import { takesPart } from './best-fit.ts';
import { isOpenAt } from './open-state-of.ts';
import type { BookBranch, BranchQuestion, Circle, Openings } from './rate-book.ts';

/** Point on a sphere of radius 1, where the shortest chord is the shortest way. */
export type Point = readonly [x: number, y: number, z: number];

/** NaN for an unknown position. */
export function pointOf(position: Position | null): Point {
  if (!position) return [Number.NaN, Number.NaN, Number.NaN];
  const [phi, lambda] = [(position.lat * Math.PI) / 180, (position.lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

export function chordBetween([x, y, z]: Point, [u, v, w]: Point): number {
  const [dx, dy, dz] = [x - u, y - v, z - w];
  return dx * dx + dy * dy + dz * dz;
}

export function metresOf(chord: number): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord) / 2));
}

export function chordOfRadius({ radius }: Circle): number {
  return (2 * Math.sin(radius / EARTH_RADIUS_M / 2)) ** 2;
}

/** Squared chord from the place of a question, 0 without one. null: the branch does not match. */
export function createMatch(question: BranchQuestion, openings: Openings) {
  const { side, near, kinds, buysBack, openAt } = question;
  const [from, longest] = near ? [pointOf(near), chordOfRadius(near)] : [null, 0];
  const known = new Map<string, boolean>();
  // thousands of branches share a few hours
  const isOpen = (branch: BookBranch, at: number) => {
    const { openingKey, closures } = branch;
    if (openingKey === null || closures.length > 0) return isOpenAt(branch, openings, at);
    const answer = known.get(openingKey) ?? isOpenAt(branch, openings, at);
    known.set(openingKey, answer);
    return answer;
  };
  return (branch: BookBranch, point: Point): number | null => {
    if (!takesPart(branch, side) || (buysBack && !branch.buysBack)) return null;
    if (kinds && !kinds.includes(branch.kind)) return null;
    const chord = from ? chordBetween(point, from) : 0;
    // NaN without a position
    if (!(chord <= longest)) return null;
    return openAt === null || isOpen(branch, openAt) ? chord : null;
  };
}
