import type { Box } from '#web/shared/map/labels.ts';
import { offsetInWindow, type Point, type Size, type View } from '#web/shared/map/view.ts';

export type Pin<T> = { readonly item: T; readonly point: Point; readonly width: number };
/** Pin alone, or pins without room of their own. `box`: beside `at`, the point of the first, or above it. */
export type Cluster<T> = {
  readonly pins: readonly [Pin<T>, ...Pin<T>[]];
  readonly at: Point;
  readonly box: Box;
  readonly isAbove: boolean;
};

type Placed<T> = { pins: [Pin<T>, ...Pin<T>[]]; at: Point; box: Box; isAbove: boolean; isAlone: boolean };

const PIN_HEIGHT = 30;
// Pixels from a pin to its point.
const FOOT = 6;
// Pixels of what joins a pin beside its point to this.
const FARTHEST = 60;
const GAP = 4;
const CLUSTER_WIDTH = 104;
/** Pixels from the point of a pin to the cluster that holds it, where this is not the only one. */
const REACH = 90;

/**
 * Pins in their order, as many of the first ones as possible with a place of their own, moved beside their
 * point where others are, and the rest in clusters.
 */
export function clustersOf<T>(
  pins: readonly Pin<T>[],
  view: View,
  size: Size,
  over: readonly Box[] = [],
): Cluster<T>[] {
  const seen = pins
    .map((pin) => ({ pin, at: offsetInWindow(view, size, pin.point) }))
    .filter(({ at }) => isNearWindow(at, size));
  let alone = seen.length;
  for (;;) {
    const placed = place(seen, alone, size, over);
    if (typeof placed !== 'number') return placed;
    alone = Math.min(alone - 1, placed);
  }
}

// Index of the pin that has no place, if one of the first `alone`, or no cluster.
function place<T>(
  seen: readonly { pin: Pin<T>; at: Point }[],
  alone: number,
  size: Size,
  over: readonly Box[],
): Placed<T>[] | number {
  const placed: Placed<T>[] = [];
  for (const [index, { pin, at }] of seen.entries()) {
    const taken = placed.map(({ box }) => box);
    const points = seen.filter((other) => distance(other.at, at) > 2 * FOOT).map((other) => around(other.at));
    const spot = findSpot({ at, width: pin.width, size, taken, over, points });
    if (spot) {
      placed.push({ pins: [pin], at, ...spot, isAlone: index < alone });
      continue;
    }
    if (index < alone) return index;
    const [nearest] = placed
      .filter(({ isAlone }) => !isAlone)
      .sort((a, b) => distance(a.at, at) - distance(b.at, at));
    if (!nearest || (alone > 0 && distance(nearest.at, at) > REACH)) return index;
    nearest.pins.push(pin);
    nearest.box = narrowed(nearest.box);
  }
  return placed;
}

type Room = {
  at: Point;
  width: number;
  size: Size;
  taken: readonly Box[];
  over: readonly Box[];
  // Points of other pins, left in sight where there is another place.
  points: readonly Box[];
};

function findSpot({ at, width, size, taken, over, points }: Room) {
  const boxes = boxesAround(at, width);
  const isFree = (box: Box) => !taken.some((other) => meets(box, other));
  const isFreeOf = (covered: readonly Box[]) => (box: Box) =>
    isInside(box, size) && isFree(box) && !covered.some((one) => meets(box, one));
  const clear = boxes.findIndex(isFreeOf([...over, ...points]));
  // at an edge, rather cut than left out
  const index = Math.max(0, clear < 0 ? boxes.findIndex(isFreeOf(over)) : clear);
  const box = boxes[index];
  return box && isFree(box) ? { box, isAbove: index === 0 } : null;
}

function around({ x, y }: Point): Box {
  return { left: x, right: x, top: y, bottom: y };
}

// Places of a pin, above its point and then the nearest to it.
function boxesAround({ x, y }: Point, width: number): Box[] {
  return spotsOf(width).map(([right, down]) => {
    const [left, top] = [x + right - width / 2, y + down - PIN_HEIGHT / 2];
    return { left, right: left + width, top, bottom: top + PIN_HEIGHT };
  });
}

type Spot = readonly [right: number, down: number];
const spots = new Map<number, readonly Spot[]>();

// Ways from a point to the middle of its pin, sorted by the length of what joins both.
function spotsOf(width: number): readonly Spot[] {
  const known = spots.get(width);
  if (known) return known;
  const above = -FOOT - PIN_HEIGHT / 2;
  const [across, down] = [(width + GAP) / 4, (PIN_HEIGHT + GAP) / 2];
  const steps = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6];
  const all = steps.flatMap((row) => steps.map((column): Spot => [column * across, above + row * down]));
  const wayTo = ([right, down]: Spot) =>
    Math.hypot(Math.max(0, Math.abs(right) - width / 2), Math.max(0, Math.abs(down) - PIN_HEIGHT / 2));
  const cost = (spot: Spot) => wayTo(spot) + Math.hypot(...spot) / 8;
  const beside = all
    .filter((spot) => wayTo(spot) >= FOOT && wayTo(spot) <= FARTHEST)
    .sort((a, b) => cost(a) - cost(b));
  const sorted: readonly Spot[] = [[0, above], ...beside];
  spots.set(width, sorted);
  return sorted;
}

function narrowed({ left, right, top, bottom }: Box): Box {
  const middle = (left + right) / 2;
  const half = Math.min(right - left, CLUSTER_WIDTH) / 2;
  return { left: middle - half, right: middle + half, top, bottom };
}

// Ends of the line from a pin beside its point to this.
export function leaderOf({ at, box }: Pick<Cluster<unknown>, 'at' | 'box'>) {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  return {
    x1: at.x,
    y1: at.y,
    x2: within(at.x, box.left, box.right),
    y2: within(at.y, box.top, box.bottom),
  };
}

export function coveredBy({ at, box }: Pick<Cluster<unknown>, 'at' | 'box'>): Box {
  return {
    left: Math.min(box.left, at.x),
    right: Math.max(box.right, at.x),
    top: Math.min(box.top, at.y),
    bottom: Math.max(box.bottom, at.y),
  };
}

export function clusterLabel(count: number): string {
  return `${count} bureaux`;
}

function isNearWindow({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && x <= width && y >= 0 && y <= height + PIN_HEIGHT / 2;
}

function isInside({ left, right, top, bottom }: Box, { width, height }: Size): boolean {
  return left >= 0 && right <= width && top >= 0 && bottom <= height;
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
