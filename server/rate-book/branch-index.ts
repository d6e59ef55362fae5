import KDBush from 'kdbush';
import { type BranchKind, branchKinds } from '#domain/branches/branch.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import { EARTH_RADIUS_M } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';
import { chordTo, pointOf } from './chord.ts';
import { type BranchColumns, Found, type FoundBranches } from './found-branches.ts';
import { isOpenAt } from './open-state-of.ts';
import type { BookBranch, BookCompany, Openings } from './rate-book.ts';

/** Within `radius` metres of a place. */
export type Circle = Position & { readonly radius: number };

/** Which branches are looked for: all of these that take part in this side. */
export type BranchQuestion = {
  /** the same for questions of the same answer while no branch, and no hours, change */
  readonly key: string;
  readonly side: FixingSide;
  readonly near: Circle | null;
  /** null: of any kind */
  readonly kinds: readonly BranchKind[] | null;
  readonly buysBack: boolean;
  /** in milliseconds since 1970; null: whether it is open or not */
  readonly openAt: number | null;
};

/** What a branch is, a bit each: the kinds follow. */
const [SELLS, BUYS_BACK, HAS_SHEET, KINDS] = [1, 2, 4, 8];
const KIND_BITS = new Map(Object.keys(branchKinds).map((kind, i) => [kind, KINDS << i]));
const [UNKNOWN, OPEN, SHUT] = [0, 1, 2];
/** A degree of latitude, in metres; one of longitude is less. */
const DEGREE_M = 111_000;

/** Whether each of the hours of an index is open at one time, as far as it was asked for. */
export type WhoIsOpen = { readonly openings: Openings; readonly at: number; readonly states: Uint8Array };

/**
 * The branches of a book, by where they are. They lie in columns in the order of the tree, so that thousands of branches around a
 * place are read one after the other; a company is known by its place in the list.
 */
export class BranchIndex {
  readonly #columns: BranchColumns;
  readonly #flags: Uint16Array;
  /** which of `#hours` a branch has; -1: it has said none */
  readonly #hoursOf: Int32Array;
  /** one branch of those that are open at the same times */
  readonly #hours: BookBranch[] = [];
  readonly #tree: KDBush;
  // where a search notes what it finds: the best branch of each company, and the square of its chord
  readonly #best: Int32Array;
  readonly #chords: Float64Array;

  constructor(companies: readonly BookCompany[]) {
    const all = companies.flatMap(({ branches }, owner) => branches.map((branch) => ({ branch, owner })));
    const placed = all.filter(({ branch }) => branch.position);
    this.#tree = new KDBush(placed.length);
    for (const { branch } of placed) this.#tree.add(branch.position?.lon ?? 0, branch.position?.lat ?? 0);
    this.#tree.finish();
    const inOrder = Array.from(this.#tree.ids, (id) => placed[id] as (typeof placed)[number]);
    inOrder.push(...all.filter(({ branch }) => !branch.position));
    const branches = inOrder.map(({ branch }) => branch);
    const count = branches.length;
    const [owners, percents] = [new Int32Array(count), new Int32Array(count)];
    const [points, flags] = [new Float64Array(count * 3), new Uint16Array(count)];
    // in one loop: it holds up every comparison after a branch has changed
    for (let slot = 0; slot < count; slot++) {
      const { branch, owner } = inOrder[slot] as (typeof inOrder)[number];
      owners[slot] = owner;
      percents[slot] = branch.percent;
      flags[slot] = flagsOf(branch);
      points.set(pointOf(branch.position), slot * 3);
    }
    const companyIds = companies.map(({ id }) => id);
    const placeOf = new Map(companyIds.map((id, place) => [id, place]));
    this.#columns = { companyIds, placeOf, branches, owners, percents, points };
    this.#flags = flags;
    this.#hoursOf = this.#numberHours(branches);
    this.#best = new Int32Array(companies.length);
    this.#chords = new Float64Array(companies.length);
  }

  #numberHours(branches: readonly BookBranch[]): Int32Array {
    const numbers = new Map<string, number>();
    return Int32Array.from(branches, (branch) => {
      const { openingKey, closures } = branch;
      if (openingKey === null) return -1;
      const key = closures.length === 0 ? openingKey : JSON.stringify([openingKey, closures]);
      const number = numbers.get(key) ?? this.#hours.push(branch) - 1;
      numbers.set(key, number);
      return number;
    });
  }

  whoIsOpen(openings: Openings, at: number): WhoIsOpen {
    return { openings, at, states: new Uint8Array(this.#hours.length) };
  }

  /** `open`: of the time that is asked for; null: none is. */
  find({ side, near, kinds, buysBack }: BranchQuestion, open: WhoIsOpen | null): FoundBranches {
    const { owners, points, percents, branches } = this.#columns;
    const [flags, hoursOf] = [this.#flags, this.#hoursOf];
    const [best, chords] = [this.#best.fill(-1), this.#chords];
    const needed = (side === 'sale' ? SELLS : BUYS_BACK) | (buysBack ? BUYS_BACK : 0);
    const anyOf = (kinds ?? [...KIND_BITS.keys()]).reduce((bits, kind) => bits | bitOf(kind), 0);
    const [from, longest] = near ? [pointOf(near), longestChord(near)] : [null, 0];
    // those with sheets of their own: which one pays the most hangs on the currency
    const own: number[] = [];
    let count = 0;
    for (const [first, last] of this.#rangesAround(near)) {
      for (let slot = first; slot <= last; slot++) {
        const is = flags[slot] as number;
        if ((is & needed) !== needed || (is & anyOf) === 0) continue;
        const chord = from ? chordTo(points, slot, from) : 0;
        if (chord > longest) continue;
        if (open && !this.#isOpen(hoursOf[slot] as number, open)) continue;
        if (is & HAS_SHEET) {
          own.push(slot);
          continue;
        }
        const place = owners[slot] as number;
        const known = best[place] as number;
        if (known < 0) count += 1;
        else {
          const worse =
            (percents[known] as number) - (percents[slot] as number) ||
            chord - (chords[place] as number) ||
            (branches[slot] as BookBranch).id - (branches[known] as BookBranch).id;
          if (worse > 0) continue;
        }
        best[place] = slot;
        chords[place] = chord;
      }
    }
    return new Found(this.#columns, foundIn(best, count), own, near);
  }

  #isOpen(hours: number, { openings, at, states }: WhoIsOpen): boolean {
    if (hours < 0) return false;
    if (states[hours] === UNKNOWN) {
      states[hours] = isOpenAt(this.#hours[hours] as BookBranch, openings, at) ? OPEN : SHUT;
    }
    return states[hours] === OPEN;
  }

  /** The parts of the columns that hold all that lies within a circle. */
  #rangesAround(near: Circle | null): [first: number, last: number][] {
    const placed = this.#tree.numItems;
    if (!near) return [[0, this.#flags.length - 1]];
    const rectangle = rectangleAround(near);
    return rectangle ? rangesIn(this.#tree, rectangle) : [[0, placed - 1]];
  }
}

function flagsOf({ sells, buysBack, rates, kind }: BookBranch): number {
  return (sells ? SELLS : 0) | (buysBack ? BUYS_BACK : 0) | (rates ? HAS_SHEET : 0) | bitOf(kind);
}

function bitOf(kind: string): number {
  return KIND_BITS.get(kind) ?? 0;
}

/** Of an array that is -1 but at `count` places: these, in order, and what is there. */
function foundIn(best: Int32Array, count: number): { places: Int32Array; slots: Int32Array } {
  const [places, slots] = [new Int32Array(count), new Int32Array(count)];
  let at = 0;
  for (let place = 0; at < count; place++) {
    const slot = best[place] as number;
    if (slot < 0) continue;
    places[at] = place;
    slots[at++] = slot;
  }
  return { places, slots };
}

function longestChord({ radius }: Circle): number {
  return (2 * Math.sin(radius / EARTH_RADIUS_M / 2)) ** 2;
}

type Rectangle = readonly [low: Point2, high: Point2];
type Point2 = readonly [lon: number, lat: number];

/** Holds the circle; null where it would go past a pole or the other side of the earth. */
function rectangleAround({ lat, lon, radius }: Circle): Rectangle | null {
  const high = radius / DEGREE_M;
  const nearestToPole = Math.min(90, Math.abs(lat) + high);
  const wide = high / Math.cos((nearestToPole * Math.PI) / 180);
  const isWhole = nearestToPole < 90 && lon - wide >= -180 && lon + wide <= 180;
  if (!isWhole) return null;
  return [
    [lon - wide, lat - high],
    [lon + wide, lat + high],
  ];
}

/**
 * Where a rectangle's points are in the arrays of a tree, with some that lie beside it: its leaves as they are, which a
 * search would go through one by one. What lies together comes as one.
 */
function rangesIn({ coords, nodeSize, numItems }: KDBush, [low, high]: Rectangle) {
  const ranges: [first: number, last: number][] = [];
  const add = (first: number, last: number) => {
    const before = ranges.at(-1);
    if (before?.[1] === first - 1) before[1] = last;
    else ranges.push([first, last]);
  };
  // the tree has its middle at every level by one axis, then the other
  const walk = (first: number, last: number, axis: 0 | 1) => {
    if (last - first <= nodeSize) return add(first, last);
    const middle = (first + last) >> 1;
    const at = coords[2 * middle + axis] as number;
    if (low[axis] <= at) walk(first, middle - 1, axis === 0 ? 1 : 0);
    if (low[axis] <= at && at <= high[axis]) add(middle, middle);
    if (at <= high[axis]) walk(middle + 1, last, axis === 0 ? 1 : 0);
  };
  if (numItems > 0) walk(0, numItems - 1, 0);
  return ranges;
}
