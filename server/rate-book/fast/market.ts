import type { Rates } from '../rate-book.ts';
import { Decimals } from './decimals.ts';
import { RankedList } from './ranked-list.ts';

/**
 * The fixings of one currency, in columns: a bureau's place in each is the rank of its name. A fixing takes 34 bytes
 * and is no object. A side is sorted when it is first asked for: sorting every side would be most of what loading costs.
 */
export class Market {
  readonly #saleRates: Decimals;
  readonly #purchaseRates: Decimals;
  /** 0: not fixed */
  readonly #updatedAt: Float64Array;
  #count = 0;
  #sales: RankedList | null = null;
  #purchases: RankedList | null = null;

  /** `names`: how many bureaux there are. */
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

  /** Sorts the same sides as the other one has sorted. */
  sortAs(other: Market): void {
    if (other.#sales) this.#sales ??= new RankedList(this.#saleRates, true);
    if (other.#purchases) this.#purchases ??= new RankedList(this.#purchaseRates, false);
  }

  set(nameRank: number, rates: Rates | null): void {
    this.#count += (rates ? 1 : 0) - (this.#updatedAt[nameRank] ? 1 : 0);
    // by the sorted list where there is one, so that it keeps its order
    (this.#sales ?? this.#saleRates).set(nameRank, rates?.sale ?? null);
    (this.#purchases ?? this.#purchaseRates).set(nameRank, rates?.purchase ?? null);
    this.#updatedAt[nameRank] = rates?.updatedAt ?? 0;
  }

  /** What this bureau fixed; null where it does not serve the currency. */
  get(nameRank: number): Rates | null {
    const updatedAt = this.#updatedAt[nameRank];
    if (!updatedAt) return null;
    const rate = (rates: Decimals) => (rates.has(nameRank) ? rates.get(nameRank) : null);
    return { purchase: rate(this.#purchaseRates), sale: rate(this.#saleRates), updatedAt };
  }

  /** When this bureau, which serves the currency, last fixed it: milliseconds since 1970. */
  updatedAt(nameRank: number): number {
    return this.#updatedAt[nameRank] ?? 0;
  }
}
