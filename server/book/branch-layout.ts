import KDBush from 'kdbush';
import { branchKinds } from '#domain/branches/branch.ts';
import { pointOf } from './chord.ts';
import type { BookBranch, BookCompany } from './rate-book.ts';

/** So many may come after the tree was made: each question goes through all of these. */
export const MOST_AFTER = 1_000;

/** What a branch is, a bit each: the kinds follow. */
export const [SELLS, BUYS_BACK, HAS_SHEET] = [1, 2, 4];
const KINDS = 8;
const KIND_BITS = new Map(Object.keys(branchKinds).map((kind, i) => [kind, KINDS << i]));

/** Of a kind; none of one that there is not. */
export function bitOf(kind: string): number {
  return KIND_BITS.get(kind) ?? 0;
}

/**
 * Where branches lie: in columns in the order of a tree, so that thousands around a place are read one after the other; then those
 * that nobody has placed, and from `first` on those that came later. A branch that was changed is another one, which comes; the one
 * of before stays, and is nobody's. So one that is moved, closed or opened leaves the others where they are: to put 30,000
 * in order holds up every comparison for tens of milliseconds.
 */
export class BranchLayout {
  /** of those that came first and are placed */
  readonly tree: KDBush;
  readonly first: number;
  readonly branches: BookBranch[] = [];
  /** of each, as of BookBranch */
  readonly percents: Int32Array;
  readonly flags: Uint16Array;
  /** three numbers a branch */
  readonly points: Float64Array;
  /** which of `hours` each has; -1: it has said none */
  readonly hoursOf: Int32Array;
  /** one branch of those that are open at the same times */
  readonly hours: BookBranch[] = [];
  /** those that have, or had, branches here, each by its place; one that has gone keeps it */
  readonly companyIds: number[] = [];
  readonly #places = new Map<number, number>();
  readonly #slots = new Map<BookBranch, number>();
  readonly #numbersOfHours = new Map<string, number>();

  constructor(all: readonly BookBranch[]) {
    const placed = all.filter(({ position }) => position);
    this.tree = new KDBush(placed.length);
    for (const { position } of placed) this.tree.add(position?.lon ?? 0, position?.lat ?? 0);
    this.tree.finish();
    this.first = all.length;
    const room = this.room;
    this.percents = new Int32Array(room);
    this.flags = new Uint16Array(room);
    this.points = new Float64Array(room * 3);
    this.hoursOf = new Int32Array(room);
    for (const id of this.tree.ids) this.#add(placed[id] as BookBranch);
    for (const branch of all) if (!branch.position) this.#add(branch);
  }

  /** So many branches have a place here. */
  get room(): number {
    return this.first + MOST_AFTER;
  }

  /** of a company, its place among these */
  get places(): ReadonlyMap<number, number> {
    return this.#places;
  }

  placeOf(companyId: number): number {
    const known = this.#places.get(companyId);
    if (known !== undefined) return known;
    const place = this.companyIds.push(companyId) - 1;
    this.#places.set(companyId, place);
    return place;
  }

  /** Where one lies, which comes if it is not there; -1: there is no room for it. */
  slotOf(branch: BookBranch): number {
    const known = this.#slots.get(branch);
    if (known !== undefined) return known;
    return this.branches.length < this.room ? this.#add(branch) : -1;
  }

  #add(branch: BookBranch): number {
    const slot = this.branches.push(branch) - 1;
    this.#slots.set(branch, slot);
    this.percents[slot] = branch.percent;
    this.flags[slot] = flagsOf(branch);
    this.points.set(pointOf(branch.position), slot * 3);
    this.hoursOf[slot] = this.#numberHours(branch);
    return slot;
  }

  #numberHours(branch: BookBranch): number {
    const { openingKey, closures } = branch;
    if (openingKey === null) return -1;
    const key = closures.length === 0 ? openingKey : JSON.stringify([openingKey, closures]);
    const number = this.#numbersOfHours.get(key) ?? this.hours.push(branch) - 1;
    this.#numbersOfHours.set(key, number);
    return number;
  }
}

function flagsOf({ sells, buysBack, rates, kind }: BookBranch): number {
  return (sells ? SELLS : 0) | (buysBack ? BUYS_BACK : 0) | (rates ? HAS_SHEET : 0) | bitOf(kind);
}

/** Whose the branches of a layout are in one state of a book, and what became of the state before. */
export type Owners = {
  /** by where branches lie, the place of the company of each; -1: it is nobody's */
  readonly owners: Int32Array;
  /** by the places of companies */
  readonly branchesOf: readonly (readonly BookBranch[] | undefined)[];
  /** how many branches are somebody's */
  readonly count: number;
  /** the places of companies that came, went, or have other branches now */
  readonly changed: readonly number[];
};

/** Null where there is no room for who has come, or where most are nobody's. */
export function ownersIn(
  layout: BranchLayout,
  companies: readonly BookCompany[],
  before?: Owners,
): Owners | null {
  const owners = before ? before.owners.slice() : new Int32Array(layout.room).fill(-1);
  const branchesOf: (readonly BookBranch[] | undefined)[] = Array.from({ length: layout.companyIds.length });
  const changed = new Set<number>();
  for (const { id, branches } of companies) {
    if (branches.length === 0) continue;
    const place = layout.placeOf(id);
    branchesOf[place] = branches;
    if (before?.branchesOf[place] !== branches) changed.add(place);
  }
  let count = before?.count ?? 0;
  for (const [place, branches] of before?.branchesOf.entries() ?? []) {
    if (!branches || branches === branchesOf[place]) continue;
    changed.add(place);
    for (const branch of branches) owners[layout.slotOf(branch)] = -1;
    count -= branches.length;
  }
  for (const place of changed) {
    for (const branch of branchesOf[place] ?? []) {
      const slot = layout.slotOf(branch);
      if (slot < 0) return null;
      owners[slot] = place;
      count += 1;
    }
  }
  return count * 2 < layout.first ? null : { owners, branchesOf, count, changed: [...changed] };
}
