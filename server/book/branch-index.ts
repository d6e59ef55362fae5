import KDBush from 'kdbush';
import { byId, type CompanyFit, type Fit, isBetterFit } from './best-fit.ts';
import { createMatch, type Point, pointOf } from './branch-search.ts';
import type { RankedSide } from './ranked-side.ts';
import type { BookBranch, BookCompany, BranchQuestion, Circle, Openings, Sort } from './rate-book.ts';
import type { Roster } from './roster.ts';
import { tricks } from './tricks.ts';

/** Branches that come after the tree is built, which every search reads. */
const MOST_AFTER = 1_000;
const MOST_SEARCHES = 500;
/** Metres of a degree of latitude. Degrees of longitude are shorter. */
const DEGREE_M = 111_000;

/** Branch of the company in a slot. -1: gone. */
type Entry = { slot: number; readonly branch: BookBranch; readonly point: Point };

export type Search = {
  readonly question: BranchQuestion;
  readonly openings: Openings;
  readonly roster: Roster;
};

/** Branches by a kd-tree, and the last searches until a branch or the opening times change. */
export class BranchIndex {
  readonly #entries: Entry[] = [];
  readonly #tree: KDBush;
  readonly #first: number;
  readonly #searches = new Map<string, Found>();

  constructor(companies: readonly (BookCompany | null)[]) {
    for (const [slot, company] of companies.entries()) this.#add(slot, company?.branches ?? []);
    this.#first = this.#entries.length;
    this.#tree = new KDBush(this.#first);
    for (const { branch } of this.#entries) {
      this.#tree.add(branch.position?.lon ?? 0, branch.position?.lat ?? 0);
    }
    this.#tree.finish();
  }

  /** false: too many branches were added since the tree was built, so it must be built again. */
  replace(slot: number, branches: readonly BookBranch[]): boolean {
    this.#searches.clear();
    for (const entry of this.#entries) if (entry.slot === slot) entry.slot = -1;
    this.#add(slot, branches);
    return this.#entries.length - this.#first < MOST_AFTER;
  }

  forget(): void {
    this.#searches.clear();
  }

  find(search: Search): Found {
    const { question } = search;
    const known = tricks.searches ? this.#searches.get(question.key) : undefined;
    const found = known ?? new Found(this.#entries, this.#candidates(question.near), search);
    keepLatest(this.#searches, question.key, found, MOST_SEARCHES);
    return found;
  }

  #add(slot: number, branches: readonly BookBranch[]): void {
    for (const branch of branches) this.#entries.push({ slot, branch, point: pointOf(branch.position) });
  }

  #candidates(near: Circle | null): Iterable<number> {
    const box = near && tricks.tree ? boxAround(near) : null;
    if (!box) return this.#entries.keys();
    const after = Array.from({ length: this.#entries.length - this.#first }, (_, i) => this.#first + i);
    return this.#tree.range(...box).concat(after);
  }
}

// Stores the value as the latest, and drops the oldest beyond the bound.
export function keepLatest<V>(kept: Map<string, V>, key: string, value: V, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value ?? '');
}

/** Degrees around a circle. null: it would cross a pole or the antimeridian. */
function boxAround({ lat, lon, radius }: Circle): [number, number, number, number] | null {
  const high = radius / DEGREE_M;
  const nearestToPole = Math.min(90, Math.abs(lat) + high);
  const wide = high / Math.cos((nearestToPole * Math.PI) / 180);
  const isWhole = nearestToPole < 90 && lon - wide >= -180 && lon + wide <= 180;
  return isWhole ? [lon - wide, lat - high, lon + wide, lat + high] : null;
}

/** Companies with a matching branch. */
export class Found {
  /** Identity of this search in caches, which do not retain the search itself. */
  readonly search = Symbol();
  readonly sort: Sort;
  /** Companies whose offer in this search equals their listing: the best matching branch is at the company's rates. */
  readonly ordinary: Int32Array;
  /** Other companies: the best matching branch pays less, or a branch has own rates. */
  readonly others: ReadonlyMap<number, CompanyFit>;
  /** Companies with a matching branch that has own rates. */
  readonly withOwn: readonly number[];
  readonly isNear: boolean;
  /** Index in `ordinary` plus 1, by slot. 0: no matching branch; -1: among `others`. */
  readonly members: Int32Array;
  /** Best branches of the ordinary companies, with the squared chords to them. */
  readonly #branches: readonly BookBranch[];
  readonly #chords: Float64Array;
  readonly #totals = new WeakMap<RankedSide, { version: number; total: number }>();
  #nearest: readonly number[] | null = null;

  constructor(entries: readonly Entry[], candidates: Iterable<number>, search: Search) {
    const { question, openings, roster } = search;
    this.sort = question.sort;
    this.isNear = question.near !== null;
    // entry of the best branch plus 1, until all candidates are read
    const best = new Int32Array(roster.count);
    const match = createMatch(question, openings);
    const chords = new Float64Array(roster.count);
    const own = new Map<number, Fit[]>();
    const slots: number[] = [];
    for (const at of candidates) {
      const { slot, branch, point } = entries[at] as Entry;
      const chord = slot < 0 ? null : match(branch, point);
      if (chord === null) continue;
      const known = best[slot] as number;
      if (known === 0) slots.push(slot);
      const other = known > 0 ? (entries[known - 1] as Entry).branch : null;
      if (branch.rates) {
        const fit = { branch, percent: 0, chord };
        own.set(slot, [...(own.get(slot) ?? []), fit]);
        if (known === 0) best[slot] = -1;
      } else if (
        !other ||
        isBetterFit({ branch, chord }, { branch: other, chord: chords[slot] as number }, question.sort)
      ) {
        best[slot] = at + 1;
        chords[slot] = chord;
      }
    }
    const others = new Map<number, CompanyFit>();
    const [ordinary, branches]: [number[], BookBranch[]] = [[], []];
    for (const slot of slots) {
      const at = (best[slot] as number) - 1;
      const branch = at < 0 ? null : (entries[at] as Entry).branch;
      const fits = own.get(slot) ?? [];
      if (branch?.percent === 0 && fits.length === 0 && roster.isPlain[slot]) {
        best[slot] = ordinary.push(slot);
        branches.push(branch);
        continue;
      }
      best[slot] = -1;
      const atItsRates = branch && { branch, percent: branch.percent, chord: chords[slot] as number };
      others.set(slot, { atItsRates, own: byId(fits) });
    }
    this.members = best;
    this.ordinary = Int32Array.from(ordinary);
    this.#branches = branches;
    this.#chords = Float64Array.from(ordinary, (slot) => chords[slot] as number);
    this.others = others;
    this.withOwn = [...others].flatMap(([slot, { own }]) => (own.length > 0 ? [slot] : []));
  }

  has(slot: number): boolean {
    // companies added after the search have no branch in it
    return (this.members[slot] ?? 0) !== 0;
  }

  isOrdinary(slot: number): boolean {
    return (this.members[slot] as number) > 0;
  }

  branchOf(slot: number): BookBranch {
    return this.#branches[(this.members[slot] as number) - 1] as BookBranch;
  }

  /** Squared chord to the best branch at the company's rates. */
  chordOf(slot: number): number {
    const at = (this.members[slot] as number) - 1;
    return (at < 0 ? this.others.get(slot)?.atItsRates?.chord : this.#chords[at]) ?? 0;
  }

  /** Squared chord to the nearest of the branches that may represent a company. */
  leastChordOf(slot: number): number {
    const { atItsRates, own } = this.others.get(slot) as CompanyFit;
    return Math.min(atItsRates?.chord ?? Infinity, ...own.map(({ chord }) => chord));
  }

  /** Companies without a matching branch with own rates, nearest first, then by id. */
  nearest(companies: readonly (BookCompany | null)[]): readonly number[] {
    this.#nearest ??= [...this.ordinary, ...this.others.keys()]
      .filter((slot) => !this.others.get(slot)?.own.length)
      .map((slot) => ({ slot, chord: this.chordOf(slot), id: companies[slot]?.id ?? 0 }))
      .sort((a, b) => a.chord - b.chord || a.id - b.id)
      .map(({ slot }) => slot);
    return this.#nearest;
  }

  /** Cached number of companies with an offer, until the side changes. */
  total(side: RankedSide, count: () => number): number {
    const known = this.#totals.get(side);
    if (tricks.totals && known?.version === side.version) return known.total;
    const total = count();
    this.#totals.set(side, { version: side.version, total });
    return total;
  }
}
