import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { OwnCounters, type OwnOffer, paysMore } from '../own-counters.ts';
import type { BookCompany, OwnCounter } from '../rate-book.ts';

/** Branch overrides by side of a currency, sorted at the first request after a change. */
export class OwnSides {
  readonly #counters = new OwnCounters();
  readonly #sides = new Map<string, OwnSide>();

  set(company: BookCompany): void {
    if (this.#counters.set(company)) this.#sides.clear();
  }

  remove(id: number): void {
    if (this.#counters.remove(id)) this.#sides.clear();
  }

  /** null: no override pays anything there. */
  side(code: string, side: FixingSide, since: Since): OwnSide | null {
    const key = `${code} ${side}`;
    let known = this.#sides.get(key);
    if (!known?.holdsAt(since)) {
      known = new OwnSide(this.#counters.offers(code, side, since), side, since);
      this.#sides.set(key, known);
    }
    return known.isEmpty ? null : known;
  }
}

/** Overrides of one side, valid until one of them or its age changes. */
export class OwnSide {
  readonly side: FixingSide;
  /** Best paying first, equals in order of addition. */
  readonly #offers: readonly OwnOffer[];
  readonly #turns: ReadonlyMap<number, number>;
  readonly #since: Since;
  readonly #oldestFresh: number;
  readonly #oldestToConfirm: number;

  constructor(offers: readonly OwnOffer[], side: FixingSide, since: Since) {
    this.side = side;
    this.#offers = offers.toSorted((a, b) => paysMore(side, b, a) || a.branch.id - b.branch.id);
    this.#turns = new Map(this.#offers.map(({ branch }, turn) => [branch.id, turn]));
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

  holdsAt({ fresh, compared }: Since): boolean {
    const isLater = fresh >= this.#since.fresh && compared >= this.#since.compared;
    return isLater && fresh < this.#oldestFresh && compared <= this.#oldestToConfirm;
  }

  offer(turn: number): OwnOffer {
    return this.#offers[turn] as OwnOffer;
  }

  /**
   * Index of the override that represents each company, best paying first, among all or these branches.
   * Ties: nearest, then first added.
   */
  first(these: ReadonlyMap<number, OwnCounter> | null): ReadonlyMap<number, number> {
    const first = new Map<number, number>();
    const metresTo = (turn: number) => these?.get(this.offer(turn).branch.id)?.metres ?? 0;
    for (const turn of these ? this.#turnsOf(these.keys()) : this.#offers.keys()) {
      const { id } = this.offer(turn).company;
      const known = first.get(id);
      const isNearer =
        known !== undefined &&
        paysMore(this.side, this.offer(known), this.offer(turn)) === 0 &&
        metresTo(turn) < metresTo(known);
      if (known === undefined || isNearer) first.set(id, turn);
    }
    return first;
  }

  #turnsOf(branchIds: Iterable<number>): number[] {
    const turns: number[] = [];
    for (const id of branchIds) {
      const turn = this.#turns.get(id);
      if (turn !== undefined) turns.push(turn);
    }
    return turns.sort((a, b) => a - b);
  }
}
