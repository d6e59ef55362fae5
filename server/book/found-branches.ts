import type { BranchLayout } from './branch-layout.ts';
import { chordTo, metresOf, type Point, pointOf } from './chord.ts';
import { indexIn, taken } from './index-in.ts';
import { NearestFirst } from './nearest-first.ts';
import type { Among, BookBranch, OwnCounter } from './rate-book.ts';

/** `metres` from the search's place. null: without a place. */
export type FoundBranch = { readonly branch: BookBranch; readonly metres: number | null };

/** Companies with a matching branch, each with the best paying, then nearest one. */
export type FoundBranches = Among & {
  readonly own: ReadonlyMap<number, OwnCounter>;
  /** Estimated bytes in the cache, with what book and answers add. */
  readonly weight: number;
  branchOf(companyId: number): FoundBranch | null;
  nthBranch(nth: number): FoundBranch;
  nearestFirst(): Iterable<number>;
  metresTo(branch: BookBranch): number | null;
};

type Entries = {
  /** Sorted company indexes with their branch offsets. */
  readonly places: Int32Array;
  readonly slots: Int32Array;
  readonly own: readonly number[];
  readonly ownPlaces: readonly number[];
};

/** Estimated memory of one cached search: the entry, each company, each branch override. */
const [ITSELF, OF_EACH, OF_OWN] = [1_500, 28, 200];

/** Search result as numbers. Branches are resolved on request. */
export class Found implements FoundBranches {
  readonly own: ReadonlyMap<number, OwnCounter>;
  readonly weight: number;
  readonly #layout: BranchLayout;
  readonly #entries: Entries;
  readonly #from: Point | null;
  #nearest: NearestFirst | null = null;

  constructor(layout: BranchLayout, entries: Entries, from: Point | null) {
    const { places, own, ownPlaces } = entries;
    this.#layout = layout;
    this.#entries = entries;
    this.#from = from;
    this.own = new Map(own.map((slot, i) => this.#ownCounter(slot, ownPlaces[i] as number)));
    // the book keeps two bits for each company
    this.weight = ITSELF + OF_EACH * places.length + OF_OWN * own.length + layout.companyIds.length / 4;
  }

  /** Result with these companies taken from `others`. Returns itself when neither has any. */
  withOthers(changed: ReadonlySet<number>, others: Found): Found {
    const [one, other] = [this.#entries, others.#entries];
    const hadSome =
      one.ownPlaces.some((place) => changed.has(place)) ||
      [...changed].some((place) => indexIn(one.places, place) >= 0);
    if (!hadSome && other.places.length + other.own.length === 0) return this;
    const stays = (place: number) => !changed.has(place);
    const entries = {
      ...inOrder(one, stays, other),
      own: [...one.own.filter((_, i) => stays(one.ownPlaces[i] as number)), ...other.own],
      ownPlaces: [...one.ownPlaces.filter(stays), ...other.ownPlaces],
    };
    return new Found(this.#layout, entries, this.#from);
  }

  get placed() {
    return { of: this.#layout.companyIds, at: this.#entries.places };
  }

  get ids(): Int32Array {
    const { companyIds } = this.#layout;
    return this.#entries.places.map((place) => companyIds[place] as number);
  }

  get percents(): Int32Array {
    return taken(this.#layout.percents, this.#entries.slots);
  }

  branchOf(companyId: number): FoundBranch | null {
    const slot = this.#slotAt(this.#layout.places.get(companyId) ?? -1);
    return slot < 0 ? null : this.#branchIn(slot);
  }

  nthBranch(nth: number): FoundBranch {
    return this.#branchIn(this.#entries.slots[nth] as number);
  }

  nearestFirst(): Iterable<number> {
    if (this.#nearest) return this.#nearest;
    const [{ companyIds }, { places, slots }] = [this.#layout, this.#entries];
    this.#nearest = new NearestFirst({
      count: places.length,
      idOf: (nth) => companyIds[places[nth] as number] as number,
      chordOf: (nth) => this.#chordAt(slots[nth] as number),
    });
    return this.#nearest;
  }

  metresTo({ position }: BookBranch): number | null {
    return this.#from && position
      ? metresOf(chordTo(Float64Array.from(pointOf(position)), 0, this.#from))
      : null;
  }

  #ownCounter(slot: number, place: number): [branchId: number, OwnCounter] {
    const { branches, companyIds } = this.#layout;
    const [metres, other] = [this.#metresAt(slot), this.#slotAt(place)];
    const isNearer = (metres ?? 0) < (other < 0 ? 0 : (this.#metresAt(other) ?? 0));
    const companyId = companyIds[place] as number;
    return [(branches[slot] as BookBranch).id, { companyId, metres, isNearer }];
  }

  #branchIn(slot: number): FoundBranch {
    return { branch: this.#layout.branches[slot] as BookBranch, metres: this.#metresAt(slot) };
  }

  #metresAt(slot: number): number | null {
    return this.#from && metresOf(this.#chordAt(slot));
  }

  #chordAt(slot: number): number {
    return this.#from ? chordTo(this.#layout.points, slot, this.#from) : 0;
  }

  #slotAt(place: number): number {
    const { places, slots } = this.#entries;
    const nth = indexIn(places, place);
    return nth < 0 ? -1 : (slots[nth] as number);
  }
}

/** Merges two sorted entries, which share no company index. */
function inOrder(one: Entries, stays: (place: number) => boolean, other: Entries) {
  const most = one.places.length + other.places.length;
  const [places, slots] = [new Int32Array(most), new Int32Array(most)];
  let [count, next] = [0, 0];
  const take = (from: Entries, nth: number) => {
    places[count] = from.places[nth] as number;
    slots[count++] = from.slots[nth] as number;
  };
  for (let nth = 0; nth < one.places.length; nth++) {
    const place = one.places[nth] as number;
    if (!stays(place)) continue;
    while ((other.places[next] ?? Infinity) < place) take(other, next++);
    take(one, nth);
  }
  while (next < other.places.length) take(other, next++);
  return { places: places.slice(0, count), slots: slots.slice(0, count) };
}
