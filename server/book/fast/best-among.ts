import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { hasBit } from './bits.ts';
import type { Decimals } from './decimals.ts';
import { endOfRun } from './runs.ts';

/** Longest run of equal amounts that is collected and sorted. A longer one is found by walking the names. */
const GATHERED_AT_ONCE = 1024;

type ScoreOf = (rate: Decimal) => Cents;
export type Ranked = { readonly nameRank: number; readonly rate: Decimal; readonly score: Cents };
/** `first`: best rate with the last score; `next`: best rate below. null: none is left. */
export type BestAmong = {
  readonly best: readonly Ranked[];
  readonly first: number;
  readonly next: number | null;
};
/** Ranked list: the first `length` entries of `order`, best rate first, ties by name. `bits`: all members. */
type Members = {
  readonly order: Int32Array;
  readonly length: number;
  readonly bits: Uint32Array;
  readonly rates: Decimals;
};
type Run = { readonly start: number; readonly end: number; readonly most: number };

/** Best `limit` members among `listed` (bits by name rank), ordered like `best` of a ranked list. */
export function bestAmong(members: Members, listed: Uint32Array, limit: number, scoreOf: ScoreOf): BestAmong {
  const { order, length, rates } = members;
  const rateAt = (index: number) => (index < length ? rates.get(order[index] as number) : null);
  const at = (index: number) => {
    const rate = rateAt(index);
    return rate && scoreOf(rate);
  };
  const after = (index: number) => {
    let next = index + 1;
    while (next < length && !hasBit(listed, order[next] as number)) next += 1;
    return next;
  };
  const best: Ranked[] = [];
  let start = after(-1);
  let rate = rateAt(start);
  let [score, first] = [rate && scoreOf(rate), Number.NaN];
  while (rate && score !== null && best.length < limit) {
    const nameRank = order[start] as number;
    first = rates.number(nameRank);
    let end = after(start);
    let next = rateAt(end);
    let nextScore = next && scoreOf(next);
    if (nextScore === score) {
      end = endOfRun(end, score, at);
      const run = { start, end, most: limit - best.length };
      for (const one of namesAmong(members, listed, run))
        best.push({ nameRank: one, rate: rates.get(one), score });
      end = after(end - 1);
      next = rateAt(end);
      nextScore = next && scoreOf(next);
    } else {
      best.push({ nameRank, rate, score });
    }
    [start, rate, score] = [end, next, nextScore];
  }
  return { best, first, next: best.length < limit || !rate ? null : decimalNumber(rate) };
}

function namesAmong(
  { order, bits, rates }: Members,
  listed: Uint32Array,
  { start, end, most }: Run,
): readonly number[] {
  const [first, last] = [rates.number(order[start] as number), rates.number(order[end - 1] as number)];
  const isOneRate = first === last;
  const found: number[] = [];
  if (isOneRate || end - start <= GATHERED_AT_ONCE) {
    for (let index = start; index < end && !(isOneRate && found.length === most); index++) {
      const nameRank = order[index] as number;
      if (hasBit(listed, nameRank)) found.push(nameRank);
    }
    return isOneRate ? found : found.sort((a, b) => a - b).slice(0, most);
  }
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  for (let word = 0; word < listed.length; word++) {
    let both = (listed[word] as number) & (bits[word] as number);
    for (; both !== 0; both &= both - 1) {
      const nameRank = word * 32 + 31 - Math.clz32(both & -both);
      const rate = rates.number(nameRank);
      if (rate >= low && rate <= high && found.push(nameRank) === most) return found;
    }
  }
  return found;
}
