import KDBush from 'kdbush';
import type { FixingSide } from '#domain/fixings/draft.ts';
import { EARTH_RADIUS_M, metresBetween } from '#domain/places/distance.ts';
import type { Position } from '#domain/places/place.ts';
import { takesPart } from './counters.ts';
import type { Among, BookBranch, Openings, OwnCounter, RateBook } from './rate-book.ts';

/** `metres`: from the place that was asked for; null: none was. */
export type FoundBranch = { readonly branch: BookBranch; readonly metres: number | null };

/** The companies of which a branch fits, each with the best of those: who hands over the most, then the nearest. */
export type FoundBranches = Among & {
  readonly own: ReadonlyMap<number, OwnCounter>;
  /** how many companies it was looked for among: an answer keeps something of each */
  readonly universe: number;
  branchOf(companyId: number): FoundBranch | null;
  /** `ids`, the nearest first. */
  nearestFirst(): Iterable<number>;
  /** From the place that was asked for to a branch that fits. */
  metresTo(branch: BookBranch): number | null;
};

/** Which branches are looked for: all that take part in this side and `fits`, within `radius` metres of `near`. */
export type BranchQuestion = {
  /** the same for questions of the same answer while no branch, and no hours, change */
  readonly key: string;
  readonly side: FixingSide;
  readonly near: (Position & { readonly radius: number }) | null;
  fits(branch: BookBranch): boolean;
};

/** A degree of latitude, in metres; one of longitude is less. */
const DEGREE_M = 111_000;

/** The earth as a sphere of radius 1 has its places at x, y, z: the nearest is the one of the shortest chord. */
function pointOf({ lat, lon }: Position): readonly [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/**
 * The branches of a book, by where they are. A company is known by its place in the list, so that thousands of branches
 * around a place are gone through without an object for each.
 */
class BranchIndex {
  readonly #companyIds: number[];
  readonly #placeOf: ReadonlyMap<number, number>;
  readonly #branches: BookBranch[];
  /** of each branch, the place of its company */
  readonly #owners: Int32Array;
  /** three numbers a branch; of one that nobody has placed, none is a number */
  readonly #points: Float64Array;
  readonly #tree: KDBush;
  /** of each point of the tree, its branch */
  readonly #placed: number[] = [];

  constructor({ companies }: RateBook) {
    this.#companyIds = companies.map(({ id }) => id);
    this.#placeOf = new Map(this.#companyIds.map((id, place) => [id, place]));
    this.#branches = companies.flatMap(({ branches }) => branches);
    this.#owners = Int32Array.from(companies.flatMap(({ branches }, place) => branches.map(() => place)));
    this.#points = new Float64Array(this.#branches.length * 3).fill(Number.NaN);
    for (const [index, { position }] of this.#branches.entries()) {
      if (!position) continue;
      this.#points.set(pointOf(position), index * 3);
      this.#placed.push(index);
    }
    this.#tree = new KDBush(this.#placed.length);
    for (const index of this.#placed) {
      const { position } = this.#branches[index] as BookBranch;
      this.#tree.add(position?.lon ?? 0, position?.lat ?? 0);
    }
    this.#tree.finish();
  }

  find({ side, near, fits }: BranchQuestion): FoundBranches {
    // the best branch of each company, by their places; and the square of its chord
    const best = new Int32Array(this.#companyIds.length).fill(-1);
    const chords = new Float64Array(this.#companyIds.length);
    // those with sheets of their own: which one pays the most hangs on the currency
    const own: number[] = [];
    const take = (index: number, chord: number) => {
      const branch = this.#branches[index] as BookBranch;
      if (!takesPart(branch, side) || !fits(branch)) return;
      if (branch.rates) {
        own.push(index);
        return;
      }
      const place = this.#owners[index] as number;
      const known = best[place] as number;
      if (known >= 0) {
        const other = this.#branches[known] as BookBranch;
        const worse =
          other.percent - branch.percent || chord - (chords[place] as number) || branch.id - other.id;
        if (worse > 0) return;
      }
      best[place] = index;
      chords[place] = chord;
    };
    if (near) this.#around(near, take);
    else for (let index = 0; index < this.#branches.length; index++) take(index, 0);
    return this.#answer(best, own, near);
  }

  /** Apart from the search, so that what is kept of an answer holds nothing else of it. */
  #answer(best: Int32Array, own: readonly number[], near: BranchQuestion['near']): FoundBranches {
    const { places, indexes } = foundIn(best);
    const branchAt = (place: number) => {
      const at = indexIn(places, place);
      return at < 0 ? null : (this.#branches[indexes[at] as number] as BookBranch);
    };
    const metresTo = ({ position }: BookBranch) => (near && position ? metresBetween(near, position) : null);
    const ownCounter = (index: number): [number, OwnCounter] => {
      const branch = this.#branches[index] as BookBranch;
      const companyId = this.#companyIds[this.#owners[index] as number] as number;
      const other = branchAt(this.#owners[index] as number);
      const metres = metresTo(branch);
      return [branch.id, { companyId, metres, isNearer: (metres ?? 0) < ((other && metresTo(other)) ?? 0) }];
    };
    const ids = places.map((place) => this.#companyIds[place] as number);
    const branchOfNth = (nth: number) => this.#branches[indexes[nth] as number] as BookBranch;
    let nearest: Int32Array | null = null;
    // the ways to those that were shown lately
    const shown = new Map<number, FoundBranch>();
    return {
      universe: best.length,
      ids,
      nearestFirst: () => {
        nearest ??= nearestOf(ids, (nth) => metresTo(branchOfNth(nth)) ?? 0);
        return nearest;
      },
      percents: indexes.map((_, nth) => branchOfNth(nth).percent),
      own: new Map(own.map(ownCounter)),
      metresTo,
      branchOf: (companyId) => {
        const known = shown.get(companyId);
        if (known) return known;
        const branch = branchAt(this.#placeOf.get(companyId) ?? -1);
        const made = branch && { branch, metres: metresTo(branch) };
        if (shown.size >= MOST_SHOWN) shown.clear();
        if (made) shown.set(companyId, made);
        return made;
      },
    };
  }

  /** Calls `take` with each branch within the radius, and the square of its chord. */
  #around(near: NonNullable<BranchQuestion['near']>, take: (index: number, chord: number) => void): void {
    const [x, y, z] = pointOf(near);
    const longest = (2 * Math.sin(near.radius / EARTH_RADIUS_M / 2)) ** 2;
    const points = this.#points;
    const look = (index: number) => {
      const dx = (points[index * 3] as number) - x;
      const dy = (points[index * 3 + 1] as number) - y;
      const dz = (points[index * 3 + 2] as number) - z;
      const chord = dx * dx + dy * dy + dz * dz;
      if (chord <= longest) take(index, chord);
    };
    const rectangle = rectangleAround(near);
    if (!rectangle) this.#placed.forEach(look);
    else for (const point of this.#tree.range(...rectangle)) look(this.#placed[point] as number);
  }
}

/** Of an array that is -1 where there is nothing: where there is something, in order, and what. */
function foundIn(best: Int32Array): { places: Int32Array; indexes: Int32Array } {
  let count = 0;
  for (const index of best) if (index >= 0) count += 1;
  const [places, indexes] = [new Int32Array(count), new Int32Array(count)];
  let at = 0;
  for (let place = 0; place < best.length; place++) {
    const index = best[place] as number;
    if (index < 0) continue;
    places[at] = place;
    indexes[at++] = index;
  }
  return { places, indexes };
}

/** Where a number is in a sorted array; -1: nowhere. */
function indexIn(sorted: Int32Array, wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : -1;
}

/** Ids by how long the way to each is, those as near by their number. */
function nearestOf(ids: Int32Array, wayOf: (nth: number) => number): Int32Array {
  const ways = Float64Array.from(ids, (_, nth) => wayOf(nth));
  const order = Int32Array.from(ids, (_, nth) => nth);
  const id = (nth: number) => ids[nth] as number;
  order.sort((a, b) => (ways[a] as number) - (ways[b] as number) || id(a) - id(b));
  return order.map(id);
}

/** Holds the circle; null where it would go past a pole or the other side of the earth. */
function rectangleAround({ lat, lon, radius }: NonNullable<BranchQuestion['near']>) {
  const high = radius / DEGREE_M;
  const nearestToPole = Math.min(90, Math.abs(lat) + high);
  const wide = high / Math.cos((nearestToPole * Math.PI) / 180);
  const isWhole = nearestToPole < 90 && lon - wide >= -180 && lon + wide <= 180;
  return isWhole ? ([lon - wide, lat - high, lon + wide, lat + high] as const) : null;
}

/** What is kept of an index's answers weighs so much in all, in some fifty bytes each; and how many of them. */
const MOST_KEPT = 600_000;
const MOST_ANSWERS = 2_000;
/** What an answer of nobody weighs: its key, its functions, its empty lists. */
const ANSWER_WEIGHT = 60;
/** Of how many companies an answer keeps the branch that it shows; one weighs as much as two that are named. */
const MOST_SHOWN = 200;

type Kept = {
  version: number;
  openings: Openings;
  index: BranchIndex;
  answers: Map<string, FoundBranches>;
  size: number;
};

/** The one of each book, made at the first question after its branches, or when they are open, have changed. */
const indexes = new WeakMap<RateBook, Kept>();

/** Which companies of the book have a branch that fits, and which. */
export function findBranches(book: RateBook, question: BranchQuestion): FoundBranches {
  const kept = indexOf(book);
  const { index, answers } = kept;
  const { key } = question;
  const found = answers.get(key) ?? index.find(question);
  // the one that was asked for last is the last to go
  if (answers.delete(key)) kept.size -= weightOf(found);
  answers.set(key, found);
  kept.size += weightOf(found);
  for (const [oldest, answer] of answers) {
    if (kept.size <= MOST_KEPT && answers.size <= MOST_ANSWERS) break;
    answers.delete(oldest);
    kept.size -= weightOf(answer);
  }
  return found;
}

/**
 * The same all along, whatever has been shown of it so far: five numbers of four bytes for each company in it, and a byte and a bit
 * for each there is, with what the fast book keeps beside it.
 */
function weightOf({ ids, own, universe }: FoundBranches): number {
  const shown = 2 * Math.min(ids.length, MOST_SHOWN);
  return ANSWER_WEIGHT + shown + Math.ceil(ids.length * 0.4) + own.size + Math.ceil(universe / 40);
}

function indexOf(book: RateBook): Kept {
  const known = indexes.get(book);
  const { branchesVersion: version, openings } = book;
  if (known?.version === version && known.openings === openings) return known;
  const index = known?.version === version ? known.index : new BranchIndex(book);
  const made = { version, openings, index, answers: new Map(), size: 0 };
  indexes.set(book, made);
  return made;
}
