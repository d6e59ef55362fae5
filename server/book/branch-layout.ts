import KDBush from 'kdbush';
import { branchKinds } from '#domain/branches/branch.ts';
import { pointOf } from './chord.ts';
import type { BookBranch, BookCompany } from './rate-book.ts';

/** Branches added after the tree was built, which every search scans. */
export const MOST_AFTER = 1_000;

/** Bits of a branch's properties, followed by those of the kinds. */
export const [SELLS, BUYS_BACK, HAS_OWN_RATES] = [1, 2, 4];
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
  readonly #companyIndexes = new Map<number, number>();
  readonly #offsets = new Map<BookBranch, number>();
  readonly #numbersOfHours = new Map<string, number>();

  constructor(all: readonly BookBranch[]) {
    const located = all.filter(({ position }) => position);
    this.tree = new KDBush(located.length);
    for (const { position } of located) this.tree.add(position?.lon ?? 0, position?.lat ?? 0);
    this.tree.finish();
    this.first = all.length;
    const capacity = this.room;
    this.percents = new Int32Array(capacity);
    this.flags = new Uint16Array(capacity);
    this.points = new Float64Array(capacity * 3);
    this.hoursOf = new Int32Array(capacity);
    for (const id of this.tree.ids) this.#add(located[id] as BookBranch);
    for (const branch of all) if (!branch.position) this.#add(branch);
  }

  get room(): number {
    return this.first + MOST_AFTER;
  }

  get companyIndexes(): ReadonlyMap<number, number> {
    return this.#companyIndexes;
  }

  companyIndexOf(companyId: number): number {
    const known = this.#companyIndexes.get(companyId);
    if (known !== undefined) return known;
    const companyIndex = this.companyIds.push(companyId) - 1;
    this.#companyIndexes.set(companyId, companyIndex);
    return companyIndex;
  }

  /** Offset of a branch, which is added if missing. -1: full. */
  offsetOf(branch: BookBranch): number {
    const known = this.#offsets.get(branch);
    if (known !== undefined) return known;
    return this.branches.length < this.room ? this.#add(branch) : -1;
  }

  #add(branch: BookBranch): number {
    const offset = this.branches.push(branch) - 1;
    this.#offsets.set(branch, offset);
    this.percents[offset] = branch.percent;
    this.flags[offset] = flagsOf(branch);
    this.points.set(pointOf(branch.position), offset * 3);
    this.hoursOf[offset] = this.#numberHours(branch);
    return offset;
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
  return (sells ? SELLS : 0) | (buysBack ? BUYS_BACK : 0) | (rates ? HAS_OWN_RATES : 0) | bitOf(kind);
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
    const companyIndex = layout.companyIndexOf(id);
    branchesOf[companyIndex] = branches;
    if (before?.branchesOf[companyIndex] !== branches) changed.add(companyIndex);
  }
  let count = before?.count ?? 0;
  for (const [companyIndex, branches] of before?.branchesOf.entries() ?? []) {
    if (!branches || branches === branchesOf[companyIndex]) continue;
    changed.add(companyIndex);
    for (const branch of branches) owners[layout.offsetOf(branch)] = -1;
    count -= branches.length;
  }
  for (const companyIndex of changed) {
    for (const branch of branchesOf[companyIndex] ?? []) {
      const offset = layout.offsetOf(branch);
      if (offset < 0) return null;
      owners[offset] = companyIndex;
      count += 1;
    }
  }
  return count * 2 < layout.first ? null : { owners, branchesOf, count, changed: [...changed] };
}
