import type { Cents } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';
import type { Decimals } from '../money/decimals.ts';

/** A run of at most so many equal amounts is sorted by name; for a longer one the names are gone through. */
const SORTED_AT_ONCE = 256;
const NOTHING = -1;

/** `nameRank`: the position of the bureau's name among all names (compareNames). */
export type RankedOffer = { readonly nameRank: number; readonly received: Cents };

/**
 * The bureaux of one side of one currency, kept so that the best offers for any amount are read from the
 * front: what that costs grows with the offers asked for, not with the bureaux known. A bureau is known by
 * the position of its name, which is also the place of its rate.
 */
export class RankedList {
  readonly #rates: Decimals;
  readonly #offerIsBase: boolean;
  /** name ranks, best rate first, ties by name; what follows the first `#length` means nothing */
  readonly #order: Int32Array;
  #length = 0;

  /** Ranks the rates that are there; from then on they are changed by `set` alone. */
  constructor(rates: Decimals, offerIsBase: boolean) {
    this.#rates = rates;
    this.#offerIsBase = offerIsBase;
    this.#order = new Int32Array(rates.length);
    for (let nameRank = 0; nameRank < rates.length; nameRank++) {
      if (rates.has(nameRank)) this.#order[this.#length++] = nameRank;
    }
    this.#order.subarray(0, this.#length).sort((a, b) => this.#compare(a, b));
  }

  get length(): number {
    return this.#length;
  }

  /** The rate as it now is; null when the bureau no longer serves the currency. */
  set(nameRank: number, rate: Decimal | null): void {
    if (this.#rates.has(nameRank)) {
      const place = this.#place(nameRank);
      this.#order.copyWithin(place, place + 1, this.#length--);
    }
    this.#rates.set(nameRank, rate);
    if (rate) {
      const place = this.#place(nameRank);
      this.#order.copyWithin(place + 1, place, this.#length++);
      this.#order[place] = nameRank;
    }
  }

  /**
   * The best `limit` offers: most received first, ties by company name (contract 2). `receivedOf` is what a
   * rate hands over for the amount asked (receivedAmount). Different rates can hand over the same amount
   * once it is rounded down, so each run of equal amounts is put in the order of names.
   */
  best(limit: number, receivedOf: (rate: Decimal) => Cents): RankedOffer[] {
    const offers: RankedOffer[] = [];
    const length = this.#length;
    // past the end nothing is handed over, which no bureau does
    const at = (index: number) =>
      index < length ? receivedOf(this.#rates.get(this.#nameRank(index))) : NOTHING;
    let start = 0;
    let received = at(0);
    while (start < length && offers.length < limit) {
      let end = start + 1;
      let next = at(end);
      if (next === received) {
        end = this.#endOfRun(end, received, at);
        next = at(end);
        for (const nameRank of this.#byName(start, end, limit - offers.length)) {
          offers.push({ nameRank, received });
        }
      } else {
        offers.push({ nameRank: this.#nameRank(start), received });
      }
      start = end;
      received = next;
    }
    return offers;
  }

  /** The index after the last bureau that hands over this amount: doubling steps, then halving. */
  #endOfRun(from: number, received: Cents, at: (index: number) => Cents): number {
    let same = from;
    let step = 1;
    while (at(same + step) === received) {
      same += step;
      step *= 2;
    }
    let different = same + step;
    while (different - same > 1) {
      const middle = (same + different) >> 1;
      if (at(middle) === received) same = middle;
      else different = middle;
    }
    return different;
  }

  /** The `count` first by name of those at [start, end). */
  #byName(start: number, end: number, count: number): Iterable<number> {
    const first = this.#rates.number(this.#nameRank(start));
    const last = this.#rates.number(this.#nameRank(end - 1));
    // bureaux of one rate are kept in the order of names
    if (first === last) return this.#order.subarray(start, Math.min(end, start + count));
    if (end - start <= SORTED_AT_ONCE) return this.#order.slice(start, end).sort().subarray(0, count);
    return this.#firstNames(Math.min(first, last), Math.max(first, last), Math.min(count, end - start));
  }

  /** The `count` first by name of the rates from `low` to `high`, of which there are as many at least. */
  #firstNames(low: number, high: number, count: number): number[] {
    const found: number[] = [];
    for (let nameRank = 0; found.length < count; nameRank++) {
      const rate = this.#rates.number(nameRank);
      if (rate >= low && rate <= high) found.push(nameRank);
    }
    return found;
  }

  /** Where the bureau stands, or would stand, at the rate that it has. */
  #place(nameRank: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#nameRank(middle), nameRank) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Best rate first: the highest `sale` gives the most, and the lowest `purchase` does. So the amounts
   * received never increase along the list, whatever is offered.
   */
  #compare(a: number, b: number): number {
    const byRate = this.#rates.number(a) - this.#rates.number(b);
    return (this.#offerIsBase ? -byRate : byRate) || a - b;
  }

  /** `index` is in bounds. */
  #nameRank(index: number): number {
    return this.#order[index] as number;
  }
}
