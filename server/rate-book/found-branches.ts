import type { Position } from '#domain/places/place.ts';
import { chordTo, metresOf, type Point, pointOf } from './chord.ts';
import { indexIn } from './index-in.ts';
import { NearestFirst } from './nearest-first.ts';
import type { Among, BookBranch, OwnCounter } from './rate-book.ts';

/** `metres`: from the place that was asked for; null: none was. */
export type FoundBranch = { readonly branch: BookBranch; readonly metres: number | null };

/** The companies of which a branch fits, each with the best of those: who hands over the most, then the nearest. */
export type FoundBranches = Among & {
  readonly own: ReadonlyMap<number, OwnCounter>;
  /** what keeping it weighs at most, in bytes, with what the book and an answer keep beside it */
  readonly weight: number;
  branchOf(companyId: number): FoundBranch | null;
  /** Of one of `ids`, by its turn. */
  nthBranch(nth: number): FoundBranch;
  /** `ids`, the nearest first: the same object each time. */
  nearestFirst(): Iterable<number>;
  /** From the place that was asked for to a branch that fits. */
  metresTo(branch: BookBranch): number | null;
};

/** The branches of a book, and what their companies are known by. */
export type BranchColumns = {
  readonly companyIds: readonly number[];
  /** of a company, its place among the ids */
  readonly placeOf: ReadonlyMap<number, number>;
  readonly branches: readonly BookBranch[];
  /** of each branch, the place of its company */
  readonly owners: Int32Array;
  /** of each, as of BookBranch */
  readonly percents: Int32Array;
  /** three numbers a branch */
  readonly points: Float64Array;
};

/** The key, the object and its maps; a company by its place, its branch and its turn, and again in the book; a counter of its own. */
const [ITSELF, OF_EACH, OF_OWN] = [1_500, 28, 200];

/** Numbers alone are kept: what is said of a branch is made when it is asked for. */
export class Found implements FoundBranches {
  readonly own: ReadonlyMap<number, OwnCounter>;
  readonly weight: number;
  readonly #columns: BranchColumns;
  /** of those that are found, in order, and the branch of each */
  readonly #places: Int32Array;
  readonly #slots: Int32Array;
  readonly #from: Point | null;
  #nearest: NearestFirst | null = null;

  constructor(
    columns: BranchColumns,
    { places, slots }: { places: Int32Array; slots: Int32Array },
    own: readonly number[],
    near: Position | null,
  ) {
    this.#columns = columns;
    this.#places = places;
    this.#slots = slots;
    this.#from = near && pointOf(near);
    this.own = new Map(own.map((slot) => this.#ownCounter(slot)));
    // the book keeps two bits of each company that there is
    this.weight = ITSELF + OF_EACH * places.length + OF_OWN * own.length + columns.companyIds.length / 4;
  }

  get placed() {
    return { of: this.#columns.companyIds, at: this.#places };
  }

  get ids(): Int32Array {
    const { companyIds } = this.#columns;
    return this.#places.map((place) => companyIds[place] as number);
  }

  get percents(): Int32Array {
    const { percents } = this.#columns;
    return this.#slots.map((slot) => percents[slot] as number);
  }

  branchOf(companyId: number): FoundBranch | null {
    const slot = this.#slotAt(this.#columns.placeOf.get(companyId) ?? -1);
    return slot < 0 ? null : this.#branchIn(slot);
  }

  nthBranch(nth: number): FoundBranch {
    return this.#branchIn(this.#slots[nth] as number);
  }

  nearestFirst(): Iterable<number> {
    if (this.#nearest) return this.#nearest;
    const [{ companyIds }, places, slots] = [this.#columns, this.#places, this.#slots];
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

  #ownCounter(slot: number): [branchId: number, OwnCounter] {
    const { branches, owners, companyIds } = this.#columns;
    const place = owners[slot] as number;
    const [metres, other] = [this.#metresAt(slot), this.#slotAt(place)];
    const isNearer = (metres ?? 0) < (other < 0 ? 0 : (this.#metresAt(other) ?? 0));
    const companyId = companyIds[place] as number;
    return [(branches[slot] as BookBranch).id, { companyId, metres, isNearer }];
  }

  #branchIn(slot: number): FoundBranch {
    return { branch: this.#columns.branches[slot] as BookBranch, metres: this.#metresAt(slot) };
  }

  #metresAt(slot: number): number | null {
    return this.#from && metresOf(this.#chordAt(slot));
  }

  #chordAt(slot: number): number {
    return this.#from ? chordTo(this.#columns.points, slot, this.#from) : 0;
  }

  /** The branch of a company that is found; -1: it is not. */
  #slotAt(place: number): number {
    const nth = indexIn(this.#places, place);
    return nth < 0 ? -1 : (this.#slots[nth] as number);
  }
}
