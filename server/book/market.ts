import type { Decimal } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { Decimals, SPARE, withRoom } from './decimals.ts';
import { columnsFrom, NAMES } from './fixing-columns.ts';
import { RankedSide } from './ranked-side.ts';
import type { Rates } from './rate-book.ts';
import type { Roster } from './roster.ts';

/**
 * Fixings of one currency in columns by slot, 26 bytes each.
 * A side is sorted at its first request, because sorting all would dominate the start.
 */
export class Market {
  readonly code: string;
  readonly roster: Roster;
  count = 0;
  readonly #rates: Readonly<Record<FixingSide, Decimals>>;
  /** 0: not fixed. */
  readonly #columns: Record<(typeof NAMES)[number], Float64Array>;
  readonly #sides = new Map<FixingSide, RankedSide>();

  constructor(code: string, roster: Roster) {
    this.code = code;
    this.roster = roster;
    const size = roster.count + SPARE;
    this.#rates = { sale: new Decimals(size), purchase: new Decimals(size) };
    this.#columns = columnsFrom(() => new Float64Array(size));
  }

  side(side: FixingSide, since: Since): RankedSide {
    const known = this.#sides.get(side);
    known?.become(since);
    const ranked = known ?? new RankedSide(this, side, since);
    this.#sides.set(side, ranked);
    return ranked;
  }

  set(slot: number, rates: Rates | null): void {
    this.leave(slot);
    this.count += (rates ? 1 : 0) - (this.updatedAt(slot) ? 1 : 0);
    for (const side of ['sale', 'purchase'] as const) this.#rates[side].set(slot, rates?.[side] ?? null);
    for (const name of NAMES) {
      this.#columns[name] = withRoom(this.#columns[name], slot);
      this.#columns[name][slot] = rates?.[name] ?? 0;
    }
    for (const side of this.#sides.values()) side.enter(slot);
  }

  /** Takes a company out of the lists before it changes. */
  leave(slot: number): void {
    for (const side of this.#sides.values()) side.leave(slot);
  }

  updatedAt(slot: number): number {
    return this.#columns.updatedAt[slot] ?? 0;
  }

  rate(side: FixingSide, slot: number): Decimal {
    return this.#rates[side].get(slot);
  }

  /** 0: not fixed. */
  number(side: FixingSide, slot: number): number {
    return this.#rates[side].number(slot);
  }

  rates(slot: number): Rates | null {
    if (!this.updatedAt(slot)) return null;
    const rate = (side: FixingSide) => (this.number(side, slot) > 0 ? this.rate(side, slot) : null);
    return { purchase: rate('purchase'), sale: rate('sale'), updatedAt: this.updatedAt(slot) };
  }
}
