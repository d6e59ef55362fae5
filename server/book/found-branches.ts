import type { BranchLayout } from './branch-layout.ts';
import { chordTo, metresOf, type Point, pointOf } from './chord.ts';
import { indexIn, valuesAt } from './index-in.ts';
import { NearestFirst } from './nearest-first.ts';
import type { BookBranch, CompanySelection, SelectedOverride } from './rate-book.ts';

/** `metres` from the search's place. null: without a place. */
export type FoundBranch = { readonly branch: BookBranch; readonly metres: number | null };

/** Companies with a matching branch, each with the best paying, then nearest one. */
export type FoundBranches = CompanySelection & {
  readonly overrides: ReadonlyMap<number, SelectedOverride>;
  /** Estimated bytes in the cache, with what book and answers add. */
  readonly weight: number;
  branchOf(companyId: number): FoundBranch | null;
  branchAt(index: number): FoundBranch;
  nearestFirst(): Iterable<number>;
  metresTo(branch: BookBranch): number | null;
};

type Entries = {
  /** Sorted company indexes with their branch offsets. */
  readonly companyIndexes: Int32Array;
  readonly offsets: Int32Array;
  readonly own: readonly number[];
  readonly ownCompanyIndexes: readonly number[];
};

/** Estimated memory of one cached search: the entry, each company, each branch override. */
const [ENTRY_BYTES, COMPANY_BYTES, OVERRIDE_BYTES] = [1_500, 28, 200];

/** Search result as numbers. Branches are resolved on request. */
export class Found implements FoundBranches {
  readonly overrides: ReadonlyMap<number, SelectedOverride>;
  readonly weight: number;
  readonly #layout: BranchLayout;
  readonly #entries: Entries;
  readonly #from: Point | null;
  #nearest: NearestFirst | null = null;

  constructor(layout: BranchLayout, entries: Entries, from: Point | null) {
    const { companyIndexes, own, ownCompanyIndexes } = entries;
    this.#layout = layout;
    this.#entries = entries;
    this.#from = from;
    this.overrides = new Map(own.map((offset, i) => this.#override(offset, ownCompanyIndexes[i] as number)));
    // the book keeps two bits for each company
    this.weight =
      ENTRY_BYTES +
      COMPANY_BYTES * companyIndexes.length +
      OVERRIDE_BYTES * own.length +
      layout.companyIds.length / 4;
  }

  /** Result with these companies taken from `others`. Returns itself when neither has any. */
  withOthers(changed: ReadonlySet<number>, others: Found): Found {
    const [one, other] = [this.#entries, others.#entries];
    const hadSome =
      one.ownCompanyIndexes.some((companyIndex) => changed.has(companyIndex)) ||
      [...changed].some((companyIndex) => indexIn(one.companyIndexes, companyIndex) >= 0);
    if (!hadSome && other.companyIndexes.length + other.own.length === 0) return this;
    const stays = (companyIndex: number) => !changed.has(companyIndex);
    const entries = {
      ...inOrder(one, stays, other),
      own: [...one.own.filter((_, i) => stays(one.ownCompanyIndexes[i] as number)), ...other.own],
      ownCompanyIndexes: [...one.ownCompanyIndexes.filter(stays), ...other.ownCompanyIndexes],
    };
    return new Found(this.#layout, entries, this.#from);
  }

  get placed() {
    return { of: this.#layout.companyIds, at: this.#entries.companyIndexes };
  }

  get ids(): Int32Array {
    const { companyIds } = this.#layout;
    return this.#entries.companyIndexes.map((companyIndex) => companyIds[companyIndex] as number);
  }

  get percents(): Int32Array {
    return valuesAt(this.#layout.percents, this.#entries.offsets);
  }

  branchOf(companyId: number): FoundBranch | null {
    const offset = this.#offsetAt(this.#layout.companyIndexes.get(companyId) ?? -1);
    return offset < 0 ? null : this.#branchIn(offset);
  }

  branchAt(index: number): FoundBranch {
    return this.#branchIn(this.#entries.offsets[index] as number);
  }

  nearestFirst(): Iterable<number> {
    if (this.#nearest) return this.#nearest;
    const [{ companyIds }, { companyIndexes, offsets }] = [this.#layout, this.#entries];
    this.#nearest = new NearestFirst({
      count: companyIndexes.length,
      idOf: (index) => companyIds[companyIndexes[index] as number] as number,
      chordOf: (index) => this.#chordAt(offsets[index] as number),
    });
    return this.#nearest;
  }

  metresTo({ position }: BookBranch): number | null {
    return this.#from && position
      ? metresOf(chordTo(Float64Array.from(pointOf(position)), 0, this.#from))
      : null;
  }

  #override(offset: number, companyIndex: number): [branchId: number, SelectedOverride] {
    const { branches, companyIds } = this.#layout;
    const [metres, other] = [this.#metresAt(offset), this.#offsetAt(companyIndex)];
    const isNearer = (metres ?? 0) < (other < 0 ? 0 : (this.#metresAt(other) ?? 0));
    const companyId = companyIds[companyIndex] as number;
    return [(branches[offset] as BookBranch).id, { companyId, metres, isNearer }];
  }

  #branchIn(offset: number): FoundBranch {
    return { branch: this.#layout.branches[offset] as BookBranch, metres: this.#metresAt(offset) };
  }

  #metresAt(offset: number): number | null {
    return this.#from && metresOf(this.#chordAt(offset));
  }

  #chordAt(offset: number): number {
    return this.#from ? chordTo(this.#layout.points, offset, this.#from) : 0;
  }

  #offsetAt(companyIndex: number): number {
    const { companyIndexes, offsets } = this.#entries;
    const index = indexIn(companyIndexes, companyIndex);
    return index < 0 ? -1 : (offsets[index] as number);
  }
}

/** Merges two sorted entries, which share no company index. */
function inOrder(one: Entries, stays: (companyIndex: number) => boolean, other: Entries) {
  const most = one.companyIndexes.length + other.companyIndexes.length;
  const [companyIndexes, offsets] = [new Int32Array(most), new Int32Array(most)];
  let [count, next] = [0, 0];
  const take = (from: Entries, index: number) => {
    companyIndexes[count] = from.companyIndexes[index] as number;
    offsets[count++] = from.offsets[index] as number;
  };
  for (let index = 0; index < one.companyIndexes.length; index++) {
    const companyIndex = one.companyIndexes[index] as number;
    if (!stays(companyIndex)) continue;
    while ((other.companyIndexes[next] ?? Infinity) < companyIndex) take(other, next++);
    take(one, index);
  }
  while (next < other.companyIndexes.length) take(other, next++);
  return { companyIndexes: companyIndexes.slice(0, count), offsets: offsets.slice(0, count) };
}
