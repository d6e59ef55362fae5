import KDBush from 'kdbush';
import { branchKinds } from '#domain/branches/branch.ts';
import { pointOf } from './chord.ts';
import type { BookBranch, BookCompany } from './rate-book.ts';

/** Branches added after the tree was built, which every search scans. */
export const MOST_AFTER = 1_000;

/** Bits of a branch's properties, followed by those of the kinds. */
export const [SELLS, BUYS_BACK, HAS_SHEET] = [1, 2, 4];
const KINDS = 8;
const KIND_BITS = new Map(Object.keys(branchKinds).map((kind, i) => [kind, KINDS << i]));

export function bitOf(kind: string): number {
  return KIND_BITS.get(kind) ?? 0;
}

/**
 * Branches in columns ordered by a kd-tree, then those without a position, and from `first` on later ones.
 * A changed branch is added and its former entry loses its owner, because sorting 30,000 again would hold
 * up comparisons for tens of milliseconds.
 */
export class BranchLayout {
  readonly tree: KDBush;
  readonly first: number;
  readonly branches: BookBranch[] = [];
  /** Hundredths of a percent, as of BookBranch. */
  readonly percents: Int32Array;
  readonly flags: Uint16Array;
  readonly points: Float64Array;
  /** Index into `hours`. -1: unknown hours. */
  readonly hoursOf: Int32Array;
  readonly hours: BookBranch[] = [];
  /** Companies with present or former branches. The index of a former one stays. */
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

  get room(): number {
    return this.first + MOST_AFTER;
  }

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

  /** Offset of a branch, which is added if missing. -1: full. */
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

/** Owners of a layout's branches in one state of a book, and the changes since the state before. */
export type Owners = {
  readonly owners: Int32Array;
  readonly branchesOf: readonly (readonly BookBranch[] | undefined)[];
  readonly count: number;
  /** Indexes of companies that came, went or have other branches. */
  readonly changed: readonly number[];
};

/** null: no room for a newcomer, or most branches have no owner. */
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
