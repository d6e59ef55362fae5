import type { Cents } from '../money/cents.ts';
import { compareDecimals } from '../money/decimal.ts';
import { FirstNames } from './first-names.ts';
import { compareRates, type Ranked } from './rank.ts';

/** A run of at most so many equal amounts is sorted; a longer one is searched. */
const SORTED_AT_ONCE = 64;

export type RankedOffer<T> = { readonly entry: T; readonly received: Cents };

/**
 * The bureaux of one side of one currency, kept so that the best offers for any amount are read from the
 * front: what that costs grows with the offers asked for, not with the bureaux known.
 */
export class RankedList<T extends Ranked> {
  readonly #entries: T[];
  readonly #offerIsBase: boolean;
  /** built when it is first needed after a change */
  #names: FirstNames | null = null;

  constructor(entries: readonly T[], offerIsBase: boolean) {
    this.#offerIsBase = offerIsBase;
    this.#entries = entries.toSorted((a, b) => compareRates(a, b, offerIsBase));
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Best rate first, ties by name. */
  get entries(): readonly T[] {
    return this.#entries;
  }

  insert(entry: T): void {
    this.#entries.splice(this.#place(entry), 0, entry);
    this.#names = null;
  }

  /** Throws when the entry, this very object, is not in the list. */
  remove(entry: T): void {
    const place = this.#place(entry);
    if (this.#entries[place] !== entry) throw new Error('the entry is not in the list');
    this.#entries.splice(place, 1);
    this.#names = null;
  }

  /**
   * The best `limit` offers: most received first, ties by company name (contract 2). `receivedOf` is what an
   * entry hands over for the amount asked (receivedAmount). Different rates can hand over the same amount
   * once it is rounded down, so each run of equal amounts is put in the order of names.
   */
  best(limit: number, receivedOf: (entry: T) => Cents): RankedOffer<T>[] {
    const offers: RankedOffer<T>[] = [];
    const { length } = this.#entries;
    const at = (index: number) => receivedOf(this.#entry(index));
    let start = 0;
    let received = length > 0 ? at(0) : 0;
    while (start < length && offers.length < limit) {
      let end = start + 1;
      let next = end < length ? at(end) : 0;
      if (end < length && next === received) {
        end = this.#endOfRun(end, received, at);
        next = end < length ? at(end) : 0;
        for (const index of this.#byName(start, end, limit - offers.length)) {
          offers.push({ entry: this.#entry(index), received });
        }
      } else {
        offers.push({ entry: this.#entry(start), received });
      }
      start = end;
      received = next;
    }
    return offers;
  }

  /** The index after the last entry that hands over this amount: doubling steps, then halving. */
  #endOfRun(from: number, received: Cents, at: (index: number) => Cents): number {
    const { length } = this.#entries;
    let same = from;
    let step = 1;
    while (same + step < length && at(same + step) === received) {
      same += step;
      step *= 2;
    }
    let different = Math.min(same + step, length);
    while (different - same > 1) {
      const middle = (same + different) >> 1;
      if (at(middle) === received) same = middle;
      else different = middle;
    }
    return different;
  }

  /** The positions in [start, end) of the `count` first by name. */
  #byName(start: number, end: number, count: number): number[] {
    const positions = (length: number) => Array.from({ length }, (_, i) => start + i);
    // entries of one rate are kept in the order of names
    if (compareDecimals(this.#entry(start).rate, this.#entry(end - 1).rate) === 0) {
      return positions(Math.min(count, end - start));
    }
    if (end - start <= SORTED_AT_ONCE) {
      return positions(end - start)
        .sort((a, b) => this.#entry(a).nameRank - this.#entry(b).nameRank)
        .slice(0, count);
    }
    this.#names ??= new FirstNames(this.#entries.map(({ nameRank }) => nameRank));
    return this.#names.find(start, end, count);
  }

  /** Where the entry stands, or would stand: no two entries compare equal, as no two names do. */
  #place(entry: T): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareRates(this.#entry(middle), entry, this.#offerIsBase) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** `index` is in bounds. */
  #entry(index: number): T {
    return this.#entries[index] as T;
  }
}
