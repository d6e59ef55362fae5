import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import type { BookCompany, BookOffer } from '../rate-book.ts';
import { type Offer, OfferColumns } from './offer-columns.ts';

type FrontRequest = {
  readonly limit: number;
  scoreOf(rate: Decimal): Cents;
  companyAt(nameRank: number): BookCompany;
};

/** Columns of the first offers of a ranked list among some companies, one for each search. */
export class SelectionFront {
  readonly #all: OfferColumns;
  /** Rate after the last entry. null: the list ends. */
  readonly #next: Decimal | null;

  constructor(all: readonly Offer[], next: Decimal | null) {
    this.#all = new OfferColumns(all);
    this.#next = next;
  }

  get weight(): number {
    return this.#all.weight;
  }

  /** Best offers like RankedList's. null: these entries do not decide. */
  best({ limit, scoreOf, companyAt }: FrontRequest): BookOffer[] | null {
    const all = this.#all;
    const best: { nameRank: number; offer: BookOffer }[] = [];
    let [number, score, start] = [Number.NaN, Number.NaN, 0];
    let rate: Decimal | null = null;
    let hasSeveralRates = false;
    for (let i = 0; i < all.length; i++) {
      if (!rate || all.number(i) !== number) {
        [number, rate] = [all.number(i), all.rate(i)];
        const own = scoreOf(rate);
        if (own === score) hasSeveralRates = true;
        else {
          if (hasSeveralRates) sortByName(best, start);
          if (best.length >= limit) return offers(best, limit);
          start = best.length;
          hasSeveralRates = false;
          score = own;
        }
      }
      const nameRank = all.nameRank(i);
      best.push({ nameRank, offer: all.offerAt(i, companyAt(nameRank), rate, score) });
    }
    if (this.#next && (best.length < limit || scoreOf(this.#next) === score)) return null;
    if (hasSeveralRates) sortByName(best, start);
    return offers(best, limit);
  }
}

function sortByName(best: { nameRank: number }[], start: number): void {
  best.push(...best.splice(start).sort((a, b) => a.nameRank - b.nameRank));
}

function offers(best: readonly { offer: BookOffer }[], limit: number): BookOffer[] {
  return best.slice(0, limit).map(({ offer }) => offer);
}
