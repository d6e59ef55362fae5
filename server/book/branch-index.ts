import type KDBush from 'kdbush';
import { type BranchKind, branchKinds } from '#domain/branches/branch.ts';
import { EARTH_RADIUS_M } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { type BranchLayout, BUYS_BACK, bitOf, HAS_OWN_RATES, type Owners, SELLS } from './branch-layout.ts';
import { chordTo, pointOf } from './chord.ts';
import { Found } from './found-branches.ts';
import { isOpenAt } from './open-state-of.ts';
import type { BookBranch, Openings } from './rate-book.ts';

export type Circle = Position & { readonly radius: number };

/** Filter of branches that take part on this side. */
export type BranchQuestion = {
  /** Cache key, equal for equal answers in one state of branches and hours. */
  readonly key: string;
  readonly side: FixingSide;
  readonly near: Circle | null;
  readonly kinds: readonly BranchKind[] | null;
  readonly buysBack: boolean;
  readonly openAt: number | null;
};

const [UNKNOWN, OPEN, SHUT] = [0, 1, 2];
/** Metres of a degree of latitude. Degrees of longitude are shorter. */
const DEGREE_M = 111_000;

/** Open state of each of an index's hours at one time, filled as needed. */
export type OpenStates = { readonly openings: Openings; readonly at: number; readonly states: Uint8Array };

type Range = [first: number, last: number];

export class BranchIndex {
  readonly #layout: BranchLayout;
  readonly #owners: Owners;
  // results of a search: the best branch of each company and its squared chord
  readonly #best: Int32Array;
  readonly #chords: Float64Array;

  constructor(layout: BranchLayout, owners: Owners) {
    this.#layout = layout;
    this.#owners = owners;
    this.#best = new Int32Array(layout.companyIds.length);
    this.#chords = new Float64Array(layout.companyIds.length);
  }

  openStatesAt(openings: Openings, at: number): OpenStates {
    return { openings, at, states: new Uint8Array(this.#layout.hours.length) };
  }

  find(question: BranchQuestion, open: OpenStates | null): Found {
    return this.#look(question, open, this.#rangesAround(question.near));
  }

  /**
   * Earlier result with only these changed companies searched again. Returns the same object when none of
   * them is or was found.
   */
  findAgain(
    before: Found,
    changed: ReadonlySet<number>,
    question: BranchQuestion,
    open: OpenStates | null,
  ): Found {
    const offsets = Array.from(changed, (companyIndex) => this.#owners.branchesOf[companyIndex] ?? [])
      .flat()
      .map((branch): Range => {
        const offset = this.#layout.offsetOf(branch);
        return [offset, offset];
      });
    return before.withOthers(changed, this.#look(question, open, offsets));
  }

  #look(
    { side, near, kinds, buysBack }: BranchQuestion,
    open: OpenStates | null,
    ranges: readonly Range[],
  ): Found {
    const { flags, hoursOf, points, percents, branches } = this.#layout;
    const { owners } = this.#owners;
    const [best, chords] = [this.#best.fill(-1), this.#chords];
    const needed = (side === 'sale' ? SELLS : BUYS_BACK) | (buysBack ? BUYS_BACK : 0);
    const anyOf = (kinds ?? Object.keys(branchKinds)).reduce((bits, kind) => bits | bitOf(kind), 0);
    const [from, longest] = near ? [pointOf(near), longestChord(near)] : [null, 0];
    // branches with own rates, whose order depends on the currency
    const own: number[] = [];
    let count = 0;
    for (const [first, last] of ranges) {
      for (let offset = first; offset <= last; offset++) {
        const is = flags[offset] as number;
        if ((is & needed) !== needed || (is & anyOf) === 0) continue;
        const companyIndex = owners[offset] as number;
        if (companyIndex < 0) continue;
        const chord = from ? chordTo(points, offset, from) : 0;
        // NaN for branches without a position
        if (!(chord <= longest)) continue;
        if (open && !this.#isOpen(hoursOf[offset] as number, open)) continue;
        if (is & HAS_OWN_RATES) {
          own.push(offset);
          continue;
        }
        const known = best[companyIndex] as number;
        if (known < 0) count += 1;
        else {
          const worse =
            (percents[known] as number) - (percents[offset] as number) ||
            chord - (chords[companyIndex] as number) ||
            (branches[offset] as BookBranch).id - (branches[known] as BookBranch).id;
          if (worse > 0) continue;
        }
        best[companyIndex] = offset;
        chords[companyIndex] = chord;
      }
    }
    const ownCompanyIndexes = own.map((offset) => owners[offset] as number);
    return new Found(
      this.#layout,
      { ...collectFound(best, count), own, ownCompanyIndexes: ownCompanyIndexes },
      from,
    );
  }

  #isOpen(hours: number, { openings, at, states }: OpenStates): boolean {
    if (hours < 0) return false;
    if (states[hours] === UNKNOWN) {
      states[hours] = isOpenAt(this.#layout.hours[hours] as BookBranch, openings, at) ? OPEN : SHUT;
    }
    return states[hours] === OPEN;
  }

  /** Ranges of the columns that cover a circle. */
  #rangesAround(near: Circle | null): Range[] {
    const { tree, first, branches } = this.#layout;
    const last = branches.length - 1;
    if (!near) return [[0, last]];
    const rectangle = rectangleAround(near);
    const ranges = rectangle ? rangesIn(tree, rectangle) : [[0, tree.numItems - 1] as Range];
    ranges.push([first, last]);
    return ranges;
  }
}

function collectFound(best: Int32Array, count: number): { companyIndexes: Int32Array; offsets: Int32Array } {
  const [companyIndexes, offsets] = [new Int32Array(count), new Int32Array(count)];
  let at = 0;
  // written without a branch: the next value overwrites a miss
  for (let companyIndex = 0; at < count; companyIndex++) {
    const offset = best[companyIndex] as number;
    companyIndexes[at] = companyIndex;
    offsets[at] = offset;
    at += 1 + (offset >> 31);
  }
  return { companyIndexes: companyIndexes, offsets: offsets };
}

function longestChord({ radius }: Circle): number {
  return (2 * Math.sin(radius / EARTH_RADIUS_M / 2)) ** 2;
}

type Rectangle = readonly [low: Point2, high: Point2];
type Point2 = readonly [lon: number, lat: number];

/** Bounding rectangle. null: it would cross a pole or the antimeridian. */
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
 * Ranges of a kd-tree's arrays that cover a rectangle and some points beside it, leaf by leaf. Adjacent
 * ranges are merged.
 */
function rangesIn({ coords, nodeSize, numItems }: KDBush, [low, high]: Rectangle) {
  const ranges: Range[] = [];
  const add = (first: number, last: number) => {
    const before = ranges.at(-1);
    if (before?.[1] === first - 1) before[1] = last;
    else ranges.push([first, last]);
  };
  // levels of the tree split by one axis, then the other
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
