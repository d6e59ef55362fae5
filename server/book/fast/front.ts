import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { BookOffer, OfferBytes } from '../rate-book.ts';

/** Entries, enough for an answer and the rest of a run of equal amounts. */
export const FRONT = 64;

export type CachedOffer = Omit<BookOffer, 'score' | 'keep'> & OfferBytes & { readonly nameRank: number };

/**
 * First offers of a ranked list, created together so that they share memory, however many companies exist.
 * Rebuilt when one changes.
 */
export class Front {
  readonly #all: readonly CachedOffer[];
  /** Rate after the last entry. null: the list ends. */
  readonly #next: Decimal | null;

  constructor(all: readonly CachedOffer[], next: Decimal | null) {
    this.#all = all;
    this.#next = next;
  }

  /** Best offers like RankedList's. null: these entries do not decide. */
  best(limit: number, scoreOf: (rate: Decimal) => Cents): BookOffer[] | null {
    const best: CachedOffer[] = [];
    const scores: Cents[] = [];
    let rate = Number.NaN;
    let score: Cents = Number.NaN;
    let start = 0;
    let hasSeveralRates = false;
    for (const cached of this.#all) {
      const number = decimalNumber(cached.rate);
      if (number !== rate) {
        rate = number;
        const own = scoreOf(cached.rate);
        if (own === score) hasSeveralRates = true;
        else {
          if (hasSeveralRates) sortByName(best, start);
          if (best.length >= limit) return offers(best, scores, limit);
          start = best.length;
          hasSeveralRates = false;
          score = own;
        }
      }
      best.push(cached);
      scores.push(score);
    }
    if (this.#next && (best.length < limit || scoreOf(this.#next) === score)) return null;
    if (hasSeveralRates) sortByName(best, start);
    return offers(best, scores, limit);
  }
}

function sortByName(best: CachedOffer[], start: number): void {
  best.push(...best.splice(start).sort((a, b) => a.nameRank - b.nameRank));
}

function offers(best: readonly CachedOffer[], scores: readonly Cents[], limit: number): BookOffer[] {
  const count = Math.min(limit, best.length);
  const made: BookOffer[] = [];
  for (let i = 0; i < count; i++) made.push(toOffer(best[i] as CachedOffer, scores[i] as Cents));
  return made;
}

function toOffer(keep: CachedOffer, score: Cents): BookOffer {
  const { company, rate, isFresh, updatedAt } = keep;
  return { company, rate, score, isFresh, updatedAt, bytes: keep };
}
