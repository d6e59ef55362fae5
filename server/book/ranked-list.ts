import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import type { BookOffer, ScoreOf } from './rate-book.ts';
import type { Roster } from './roster.ts';
import { tricks } from './tricks.ts';

/** Run of equal amounts that is found by walking the names instead of sorting it, and when that is asked. */
const [LONG_RUN, A_FEW] = [128, 8];

export type Listed = Omit<BookOffer, 'score' | 'metres'> & { readonly slot: number; readonly key: number };
export type Ranked = BookOffer & { readonly slot: number };

type Side = {
  readonly keys: Float64Array;
  readonly market: { readonly roster: Roster };
  rate(slot: number): Decimal;
  listed(slot: number): Listed;
  listOf(slot: number): RankedList | null;
};

export type Selection = {
  /** Number by slot, 0 for a company that was not found. Later companies are beyond its end. */
  readonly members: Int32Array;
  /** false: its offer there may be worth less than the listed one, and is among the late ones. */
  isListed(slot: number): boolean;
  late(): readonly Candidate[];
  offer(candidate: Candidate): Ranked;
};

/** Listing with its score. Offers are made of those that are shown alone. */
export type Candidate = { readonly listed: Listed; readonly score: Cents };

/**
 * Slots of one side and age, best rate first, ties by name, so that the best offers of any amount are read
 * from the front.
 */
export class RankedList {
  readonly #side: Side;
  #order: Int32Array;
  #length: number;

  constructor(side: Side, slots: readonly number[]) {
    this.#side = side;
    this.#order = Int32Array.from(slots).sort((a, b) => this.#compare(a, b));
    this.#length = slots.length;
  }

  get length(): number {
    return this.#length;
  }

  add(slot: number): void {
    if (this.#length === this.#order.length) {
      const order = new Int32Array(Math.max(16, this.#length * 2));
      order.set(this.#order);
      this.#order = order;
    }
    const index = this.#indexOf(slot);
    this.#order.copyWithin(index + 1, index, this.#length++);
    this.#order[index] = slot;
  }

  remove(slot: number): void {
    const index = this.#indexOf(slot);
    this.#order.copyWithin(index, index + 1, this.#length--);
  }

  /**
   * Best `limit` by score, ties by name. A better rate never scores less, but rounding
   * makes equal scores.
   */
  best(limit: number, scoreOf: ScoreOf, selection: Selection | null = null): Ranked[] {
    const found: Candidate[] = [];
    const members = selection?.members;
    // offers that no later one passes, and the run of equal scores that is read
    let sure = 0;
    let [key, score, high, before, sureBefore] = [Number.NaN, Number.NaN, 0, 0, 0];
    for (let index = 0; index < this.#length; index++) {
      const slot = this.#order[index] as number;
      if (members && !members[slot]) continue;
      const listed = this.#side.listed(slot);
      if (listed.key !== key) {
        key = listed.key;
        const next = scoreOf(listed.rate);
        if (next !== score) {
          if (sure >= limit) break;
          [score, high, before, sureBefore] = [next, key, found.length, sure];
        }
      }
      const isLong =
        tricks.names && found.length - before === A_FEW && this.#scoreAt(index + LONG_RUN, scoreOf) === score;
      if (isLong) {
        const end = this.#firstWorse(index, score, scoreOf);
        found.length = before;
        sure = sureBefore + this.#takeByName(found, limit, { score, high, end }, selection);
        index = end - 1;
        continue;
      }
      if (selection && !selection.isListed(slot)) continue;
      found.push({ listed, score });
      sure += 1;
    }
    if (selection) found.push(...selection.late());
    const { ranks } = this.#side.market.roster;
    return found
      .sort(
        (a, b) => b.score - a.score || (ranks[a.listed.slot] as number) - (ranks[b.listed.slot] as number),
      )
      .slice(0, limit)
      .map((one) => (selection ? selection.offer(one) : ranked(one)));
  }

  rankOf(slot: number, scoreOf: ScoreOf): number {
    const { ranks } = this.#side.market.roster;
    const index = this.#indexOf(slot);
    const score = scoreOf(this.#side.rate(slot));
    const start = this.#search(0, index, (at) => this.#scoreAt(at, scoreOf) <= score);
    const run = this.#order.subarray(start, this.#firstWorse(index, score, scoreOf));
    return (
      start + run.reduce((sum, other) => sum + Number((ranks[other] as number) <= (ranks[slot] as number)), 0)
    );
  }

  /** Takes the first `limit` of a run by name. `high`: key of its first. Returns the number of those with its score. */
  #takeByName(
    found: Candidate[],
    limit: number,
    { score, high, end }: { score: Cents; high: number; end: number },
    selection: Selection | null,
  ): number {
    const { keys, market } = this.#side;
    const low = keys[this.#order[end - 1] as number] as number;
    let sure = 0;
    for (const slot of market.roster.byName) {
      const key = keys[slot] as number;
      const isInRun = key <= high && key >= low && this.#side.listOf(slot) === this;
      if (!isInRun || (selection && !selection.members[slot])) continue;
      if (selection && !selection.isListed(slot)) continue;
      found.push({ listed: this.#side.listed(slot), score });
      if (++sure === limit) break;
    }
    return sure;
  }

  #firstWorse(index: number, score: Cents, scoreOf: ScoreOf): number {
    return this.#search(index, this.#length, (at) => this.#scoreAt(at, scoreOf) < score);
  }

  /** Score of an entry. NaN after the last one. */
  #scoreAt(index: number, scoreOf: ScoreOf): Cents {
    return index < this.#length ? scoreOf(this.#side.rate(this.#order[index] as number)) : Number.NaN;
  }

  #indexOf(slot: number): number {
    return this.#search(0, this.#length, (at) => this.#compare(this.#order[at] as number, slot) >= 0);
  }

  /** First index at which it is true, as from there on. */
  #search(from: number, to: number, isTrue: (index: number) => boolean): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isTrue(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #compare(a: number, b: number): number {
    const { keys, market } = this.#side;
    const { ranks } = market.roster;
    return (keys[b] as number) - (keys[a] as number) || (ranks[a] as number) - (ranks[b] as number);
  }
}

function ranked({ listed, score }: Candidate): Ranked {
  const { slot, company, rate, isFresh, updatedAt, branch } = listed;
  return { slot, company, rate, isFresh, updatedAt, branch, metres: null, score };
}
