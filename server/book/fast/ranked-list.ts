import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { type BestAmong, bestAmong } from './best-among.ts';
import { countBoth, flipBit, hasBit } from './bits.ts';
import type { Decimals } from './decimals.ts';
import { type CachedOffer, FRONT, Front } from './front.ts';
import { endOfRun } from './runs.ts';

/** Longest run of equal amounts that is sorted by name. A longer one is found by walking the names. */
const SORTED_AT_ONCE = 256;

type ScoreOf = (rate: Decimal) => Cents;

/**
 * Companies of one side of one currency, sorted so that the best offers of any amount are read from the
 * front at a cost of the offers returned. A company is known by its name rank, also the index of its rate.
 */
export class RankedList {
  readonly #rates: Decimals;
  readonly #offerIsBase: boolean;
  readonly #isMember: (nameRank: number) => boolean;
  /** Name ranks, best rate first, ties by name. Only the first `#length` entries count. */
  #order: Int32Array;
  #length = 0;
  readonly #members: Uint32Array;
  /** null: to be built. */
  #front: Front | null = null;

  /** Ranks the members with a rate. Later changes come by `add` and `remove` alone. */
  constructor(rates: Decimals, offerIsBase: boolean, isMember: (nameRank: number) => boolean) {
    this.#rates = rates;
    this.#offerIsBase = offerIsBase;
    this.#isMember = isMember;
    this.#members = new Uint32Array(Math.ceil(rates.length / 32));
    const order = new Int32Array(rates.length);
    for (let nameRank = 0; nameRank < rates.length; nameRank++) {
      if (!rates.has(nameRank) || !isMember(nameRank)) continue;
      order[this.#length++] = nameRank;
      flipBit(this.#members, nameRank);
    }
    this.#order = order.slice(0, this.#length).sort((a, b) => this.#compare(a, b));
  }

  rate(nameRank: number): Decimal {
    return this.#rates.get(nameRank);
  }

  rateNumber(nameRank: number): number {
    return this.#rates.number(nameRank);
  }

  get bestNumber(): number {
    return this.#length === 0 ? Number.NaN : this.#rates.number(this.#nameRank(0));
  }

  isBetween(low: number, high: number): boolean {
    if (this.#length === 0) return true;
    const ends = [this.#nameRank(0), this.#nameRank(this.#length - 1)].map((one) => this.#rates.number(one));
    return ends.every((rate) => rate > low && rate < high);
  }

  get length(): number {
    return this.#length;
  }

  add(nameRank: number): void {
    if (this.#length === this.#order.length) this.#grow();
    const listIndex = this.#indexToChange(nameRank);
    this.#order.copyWithin(listIndex + 1, listIndex, this.#length++);
    this.#order[listIndex] = nameRank;
  }

  remove(nameRank: number): void {
    const listIndex = this.#indexToChange(nameRank);
    this.#order.copyWithin(listIndex, listIndex + 1, this.#length--);
  }

  #indexToChange(nameRank: number): number {
    const listIndex = this.#indexOf(nameRank);
    // the front knows the entry after it
    if (listIndex <= FRONT) this.#front = null;
    flipBit(this.#members, nameRank);
    return listIndex;
  }

  #grow(): void {
    const order = new Int32Array(Math.max(16, this.#length * 2));
    order.set(this.#order);
    this.#order = order;
  }

  /**
   * Best `limit` by score, ties by name, each made by `make` from its name rank. A better rate never scores
   * less, but rounding makes equal scores, whose runs are put in order of names.
   */
  best<T>(
    limit: number,
    scoreOf: (rate: Decimal) => Cents,
    make: (nameRank: number, score: Cents) => T,
  ): T[] {
    const best: T[] = [];
    const at = (index: number) =>
      index < this.#length ? scoreOf(this.#rates.get(this.#nameRank(index))) : null;
    let start = 0;
    let score = at(0);
    while (score !== null && best.length < limit) {
      let end = start + 1;
      let next = at(end);
      if (next === score) {
        end = endOfRun(end, score, at);
        next = at(end);
        for (const nameRank of this.#byName(start, end, limit - best.length))
          best.push(make(nameRank, score));
      } else {
        best.push(make(this.#nameRank(start), score));
      }
      start = end;
      score = next;
    }
    return best;
  }

  front(keep: (nameRank: number, rate: Decimal) => CachedOffer): Front {
    if (this.#front) return this.#front;
    const all: CachedOffer[] = [];
    for (let index = 0; index < Math.min(FRONT, this.#length); index++) {
      const nameRank = this.#nameRank(index);
      const before = all[index - 1];
      const isSameRate = before && this.#rates.number(before.nameRank) === this.#rates.number(nameRank);
      all.push(keep(nameRank, isSameRate ? before.rate : this.#rates.get(nameRank)));
    }
    const next = this.#length > FRONT ? this.#rates.get(this.#nameRank(FRONT)) : null;
    this.#front = new Front(all, next);
    return this.#front;
  }

  /** First `most` listed members (bits). `few`: the listed ones in order, where few. */
  firstAmong(listed: Uint32Array, few: Int32Array | null, most: number): readonly number[] {
    if (few) return [...few.subarray(0, most)];
    const found: number[] = [];
    const [order, length] = [this.#order, this.#length];
    for (let index = 0; index < length && found.length < most; index++) {
      const nameRank = order[index] as number;
      if (hasBit(listed, nameRank)) found.push(nameRank);
    }
    return found;
  }

  bestAmong(listed: Uint32Array, few: Int32Array | null, limit: number, scoreOf: ScoreOf): BestAmong {
    const [order, length] = few ? [few, few.length] : [this.#order, this.#length];
    const members = { order, length, bits: this.#members, rates: this.#rates };
    return bestAmong(members, listed, limit, scoreOf);
  }

  inOrder(few: Int32Array): Int32Array {
    const sign = this.#offerIsBase ? -1 : 1;
    const [order, rates] = [new Int32Array(few.length), new Float64Array(few.length)];
    let length = 0;
    for (const nameRank of few) {
      if (!this.isIn(nameRank)) continue;
      const rate = sign * this.#rates.number(nameRank);
      let at = length++;
      for (; at > 0; at--) {
        const [before, other] = [rates[at - 1] as number, order[at - 1] as number];
        if (before < rate || (before === rate && other < nameRank)) break;
        rates[at] = before;
        order[at] = other;
      }
      rates[at] = rate;
      order[at] = nameRank;
    }
    return order.slice(0, length);
  }

  isIn(nameRank: number): boolean {
    return hasBit(this.#members, nameRank);
  }

  countIn(bits: Uint32Array): number {
    return countBoth(bits, this.#members);
  }

  has(nameRank: number): boolean {
    return this.#rates.has(nameRank) && this.#isMember(nameRank);
  }

  /** Rank from 1 in the order of `best`. null: no member. */
  rankOf(nameRank: number, scoreOf: (rate: Decimal) => Cents): number | null {
    if (!this.has(nameRank)) return null;
    const at = (index: number) =>
      index < this.#length ? scoreOf(this.#rates.get(this.#nameRank(index))) : null;
    const own = this.#indexOf(nameRank);
    const score = scoreOf(this.#rates.get(nameRank));
    // binary search for the first equal score, since scores never increase
    let [start, high] = [0, own];
    while (start < high) {
      const middle = (start + high) >> 1;
      if (at(middle) === score) high = middle;
      else start = middle + 1;
    }
    const run = this.#order.subarray(start, endOfRun(own, score, at));
    return start + run.reduce((before, other) => before + (other < nameRank ? 1 : 0), 1);
  }

  /** First `count` entries at [start, end) by name. */
  #byName(start: number, end: number, count: number): Iterable<number> {
    const first = this.#rates.number(this.#nameRank(start));
    const last = this.#rates.number(this.#nameRank(end - 1));
    // equal rates are already in order of names
    if (first === last) return this.#order.subarray(start, Math.min(end, start + count));
    if (end - start <= SORTED_AT_ONCE) return this.#order.slice(start, end).sort().subarray(0, count);
    return this.#firstNames(Math.min(first, last), Math.max(first, last), Math.min(count, end - start));
  }

  /** First `count` names among rates from `low` to `high`, which hold at least that many. */
  #firstNames(low: number, high: number, count: number): number[] {
    const found: number[] = [];
    for (let nameRank = 0; found.length < count; nameRank++) {
      const rate = this.#rates.number(nameRank);
      if (rate >= low && rate <= high && this.#isMember(nameRank)) found.push(nameRank);
    }
    return found;
  }

  #indexOf(nameRank: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#nameRank(middle), nameRank) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Best rate first: highest `sale` or lowest `purchase`. Scores never increase along the list. */
  #compare(a: number, b: number): number {
    const byRate = this.#rates.number(a) - this.#rates.number(b);
    return (this.#offerIsBase ? -byRate : byRate) || a - b;
  }

  #nameRank(index: number): number {
    return this.#order[index] as number;
  }
}

export type RankedSide = { readonly fresh: RankedList; readonly toConfirm: RankedList };
