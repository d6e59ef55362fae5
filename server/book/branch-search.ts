import { EARTH_RADIUS_M } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';
import { takesPart } from './best-fit.ts';
import { isOpenAt } from './open-state-of.ts';
import type { BookBranch, BranchQuestion, Circle, Openings } from './rate-book.ts';
import { tricks } from './tricks.ts';

/** Point on a sphere of radius 1, where the shortest chord is the shortest way. */
export type Point = { readonly x: number; readonly y: number; readonly z: number };

/** NaN for an unknown position. */
export function pointOf(position: Position | null): Point {
  if (!position) return { x: Number.NaN, y: Number.NaN, z: Number.NaN };
  const [phi, lambda] = [(position.lat * Math.PI) / 180, (position.lon * Math.PI) / 180];
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

function chordBetween(one: Point, other: Point): number {
  const [dx, dy, dz] = [one.x - other.x, one.y - other.y, one.z - other.z];
  return dx * dx + dy * dy + dz * dz;
}

export function metresOf(chord: number): number {
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord) / 2));
}

function chordOfRadius({ radius }: Circle): number {
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
    if (!tricks.hours || openingKey === null || closures.length > 0) return isOpenAt(branch, openings, at);
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
