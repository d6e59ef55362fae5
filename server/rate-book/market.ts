import type { Decimal } from '#domain/money/decimal.ts';
import { Decimals } from '#domain/money/decimals.ts';
import { RankedList } from '#domain/offers/ranked-list.ts';

export type Rates = {
  readonly purchase: Decimal | null;
  readonly sale: Decimal | null;
  /** milliseconds since 1970 */
  readonly updatedAt: number;
};

/**
 * What one currency is served at, in columns of which a bureau's place is that of its name: a fixing takes
 * 34 bytes, and none of a million is an object. A side is sorted when it is first asked for: sorting all of
 * them would be most of what loading them costs.
 */
export class Market {
  readonly #saleRates: Decimals;
  readonly #purchaseRates: Decimals;
  /** 0: not fixed */
  readonly #updatedAt: Float64Array;
  /** the ends of offers that were written, by name rank; no room is made before one is: most never are */
  #tails: (Uint8Array | undefined)[] | null = null;
  #count = 0;
  #sales: RankedList | null = null;
  #purchases: RankedList | null = null;

  /** `names`: of how many bureaux. */
  constructor(names: number) {
    this.#saleRates = new Decimals(names);
    this.#purchaseRates = new Decimals(names);
    this.#updatedAt = new Float64Array(names);
  }

  get count(): number {
    return this.#count;
  }

  get sales(): RankedList {
    this.#sales ??= new RankedList(this.#saleRates, true);
    return this.#sales;
  }

  get purchases(): RankedList {
    this.#purchases ??= new RankedList(this.#purchaseRates, false);
    return this.#purchases;
  }

  /** Sorts the sides that are sorted in the other. */
  sortAs(other: Market): void {
    if (other.#sales) this.#sales ??= new RankedList(this.#saleRates, true);
    if (other.#purchases) this.#purchases ??= new RankedList(this.#purchaseRates, false);
  }

  set(nameRank: number, rates: Rates | null): void {
    this.#count += (rates ? 1 : 0) - (this.#updatedAt[nameRank] ? 1 : 0);
    // a list that is there must be told, since it keeps the order of its rates
    (this.#sales ?? this.#saleRates).set(nameRank, rates?.sale ?? null);
    (this.#purchases ?? this.#purchaseRates).set(nameRank, rates?.purchase ?? null);
    this.#updatedAt[nameRank] = rates?.updatedAt ?? 0;
    if (this.#tails) this.#tails[nameRank] = undefined;
  }

  /** What this bureau fixed; null where it does not serve the currency. */
  get(nameRank: number): Rates | null {
    const updatedAt = this.#updatedAt[nameRank];
    if (!updatedAt) return null;
    const rate = (rates: Decimals) => (rates.has(nameRank) ? rates.get(nameRank) : null);
    return { purchase: rate(this.#purchaseRates), sale: rate(this.#saleRates), updatedAt };
  }

  /** How this bureau's offer ends in an answer, in ASCII. */
  tail(nameRank: number): Uint8Array {
    // a map of them would take a third of the time that an answer is written in
    this.#tails ??= new Array(this.#updatedAt.length);
    const written = this.#tails[nameRank];
    if (written) return written;
    const updatedAt = new Date(this.#updatedAt[nameRank] ?? 0).toISOString();
    // a copy of its own: a piece of Buffer's pool would keep all eight kilobytes of it
    const tail = new Uint8Array(Buffer.from(`},"updated_at":"${updatedAt}"},`, 'latin1'));
    this.#tails[nameRank] = tail;
    return tail;
  }
}
