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
 * 34 bytes, and none of a million is an object.
 */
export class Market {
  readonly #sales: Decimals;
  readonly #purchases: Decimals;
  /** 0: not fixed */
  readonly #updatedAt: Float64Array;
  /** the ends of offers that were written, by name rank: most of a million never are */
  readonly #tails = new Map<number, Uint8Array>();
  #count = 0;
  sales: RankedList;
  purchases: RankedList;

  /** `names`: of how many bureaux. */
  constructor(names: number) {
    this.#sales = new Decimals(names);
    this.#purchases = new Decimals(names);
    this.#updatedAt = new Float64Array(names);
    this.sales = new RankedList(this.#sales, true);
    this.purchases = new RankedList(this.#purchases, false);
  }

  get count(): number {
    return this.#count;
  }

  /** A fixing of a market that is being loaded: `rank` follows once all are there. */
  fill(nameRank: number, { sale, purchase, updatedAt }: Rates): void {
    this.#sales.set(nameRank, sale);
    this.#purchases.set(nameRank, purchase);
    this.#updatedAt[nameRank] = updatedAt;
    this.#count += 1;
  }

  rank(): void {
    this.sales = new RankedList(this.#sales, true);
    this.purchases = new RankedList(this.#purchases, false);
  }

  set(nameRank: number, rates: Rates | null): void {
    this.#count += (rates ? 1 : 0) - (this.#updatedAt[nameRank] ? 1 : 0);
    this.sales.set(nameRank, rates?.sale ?? null);
    this.purchases.set(nameRank, rates?.purchase ?? null);
    this.#updatedAt[nameRank] = rates?.updatedAt ?? 0;
    this.#tails.delete(nameRank);
  }

  /** How this bureau's offer ends in an answer, in ASCII. */
  tail(nameRank: number): Uint8Array {
    const written = this.#tails.get(nameRank);
    if (written) return written;
    const updatedAt = new Date(this.#updatedAt[nameRank] ?? 0).toISOString();
    // a copy of its own: a piece of Buffer's pool would keep all eight kilobytes of it
    const tail = new Uint8Array(Buffer.from(`},"updated_at":"${updatedAt}"},`, 'latin1'));
    this.#tails.set(nameRank, tail);
    return tail;
  }
}
