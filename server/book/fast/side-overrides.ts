import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { BranchOverrides, type OwnOffer, paysMore } from '../branch-overrides.ts';
import type { BookCompany, SelectedOverride } from '../rate-book.ts';

/** Branch overrides by side of a currency, sorted at the first request after a change. */
export class OverridesBySide {
  readonly #overrides = new BranchOverrides();
  readonly #sides = new Map<string, SideOverrides>();

  set(company: BookCompany): void {
    if (this.#overrides.set(company)) this.#sides.clear();
  }

  remove(id: number): void {
    if (this.#overrides.remove(id)) this.#sides.clear();
  }

  /** null: no override pays anything there. */
  side(code: string, side: FixingSide, since: Since): SideOverrides | null {
    const key = `${code} ${side}`;
    let known = this.#sides.get(key);
    if (!known?.isCurrentAt(since)) {
      known = new SideOverrides(this.#overrides.offers(code, side, since), side, since);
      this.#sides.set(key, known);
    }
    return known.isEmpty ? null : known;
  }
}

/** Overrides of one side, valid until one of them or its age changes. */
export class SideOverrides {
  readonly side: FixingSide;
  /** Best paying first, equals in order of addition. */
  readonly #offers: readonly OwnOffer[];
  readonly #indexes: ReadonlyMap<number, number>;
  readonly #since: Since;
  readonly #oldestFresh: number;
  readonly #oldestToConfirm: number;

  constructor(offers: readonly OwnOffer[], side: FixingSide, since: Since) {
    this.side = side;
    this.#offers = offers.toSorted((a, b) => paysMore(side, b, a) || a.branch.id - b.branch.id);
    this.#indexes = new Map(this.#offers.map(({ branch }, overrideIndex) => [branch.id, overrideIndex]));
    this.#since = since;
    const oldest = (isFresh: boolean) =>
      offers.reduce(
        (least, one) => (one.isFresh === isFresh ? Math.min(least, one.updatedAt) : least),
        Infinity,
      );
    this.#oldestFresh = oldest(true);
    this.#oldestToConfirm = oldest(false);
  }

  get isEmpty(): boolean {
    return this.#offers.length === 0;
  }

  isCurrentAt({ fresh, compared }: Since): boolean {
    const isLater = fresh >= this.#since.fresh && compared >= this.#since.compared;
    return isLater && fresh < this.#oldestFresh && compared <= this.#oldestToConfirm;
  }

  offer(overrideIndex: number): OwnOffer {
    return this.#offers[overrideIndex] as OwnOffer;
  }

  /**
   * Index of the override that represents each company, best paying first, among all or these branches.
   * Ties: nearest, then first added.
   */
  first(these: ReadonlyMap<number, SelectedOverride> | null): ReadonlyMap<number, number> {
    const first = new Map<number, number>();
    const metresTo = (overrideIndex: number) => these?.get(this.offer(overrideIndex).branch.id)?.metres ?? 0;
    for (const overrideIndex of these ? this.#indexesOf(these.keys()) : this.#offers.keys()) {
      const { id } = this.offer(overrideIndex).company;
      const known = first.get(id);
      const isNearer =
        known !== undefined &&
        paysMore(this.side, this.offer(known), this.offer(overrideIndex)) === 0 &&
        metresTo(overrideIndex) < metresTo(known);
      if (known === undefined || isNearer) first.set(id, overrideIndex);
    }
    return first;
  }

  #indexesOf(branchIds: Iterable<number>): number[] {
    const indexes: number[] = [];
    for (const id of branchIds) {
      const overrideIndex = this.#indexes.get(id);
      if (overrideIndex !== undefined) indexes.push(overrideIndex);
    }
    return indexes.sort((a, b) => a - b);
  }
}
