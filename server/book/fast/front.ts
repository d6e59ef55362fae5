import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { Keep, Standing } from '../rate-book.ts';

/** Entries, enough for an answer and the rest of a run of equal amounts. */
export const FRONT = 64;

export type Kept = Omit<Standing, 'score' | 'keep'> & Keep & { readonly nameRank: number };

/**
 * First offers of a ranked list, created together so that they share memory, however many companies exist.
 * Rebuilt when one changes.
 */
export class Front {
  readonly #all: readonly Kept[];
  /** Rate after the last entry. null: the list ends. */
  readonly #next: Decimal | null;

  constructor(all: readonly Kept[], next: Decimal | null) {
    this.#all = all;
    this.#next = next;
  }

  /** Best offers like RankedList's. null: these entries do not decide. */
  best(limit: number, scoreOf: (rate: Decimal) => Cents): Standing[] | null {
    const best: Kept[] = [];
    const scores: Cents[] = [];
    let rate = Number.NaN;
    let score: Cents = Number.NaN;
    let start = 0;
    let hasSeveralRates = false;
    for (const kept of this.#all) {
      const number = decimalNumber(kept.rate);
      if (number !== rate) {
        rate = number;
        const own = scoreOf(kept.rate);
        if (own === score) hasSeveralRates = true;
        else {
          if (hasSeveralRates) sortByName(best, start);
          if (best.length >= limit) return standings(best, scores, limit);
          start = best.length;
          hasSeveralRates = false;
          score = own;
        }
      }
      best.push(kept);
      scores.push(score);
    }
    if (this.#next && (best.length < limit || scoreOf(this.#next) === score)) return null;
    if (hasSeveralRates) sortByName(best, start);
    return standings(best, scores, limit);
  }
}

function sortByName(best: Kept[], start: number): void {
  best.push(...best.splice(start).sort((a, b) => a.nameRank - b.nameRank));
}

function standings(best: readonly Kept[], scores: readonly Cents[], limit: number): Standing[] {
  const count = Math.min(limit, best.length);
  const made: Standing[] = [];
  for (let i = 0; i < count; i++) made.push(standingFrom(best[i] as Kept, scores[i] as Cents));
  return made;
}

function standingFrom(keep: Kept, score: Cents): Standing {
  const { company, rate, isFresh, updatedAt } = keep;
  return { company, rate, score, isFresh, updatedAt, keep };
}
