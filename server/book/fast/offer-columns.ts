import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';
import type { BookCompany, BookOffer } from '../rate-book.ts';

export type Offer = Omit<BookOffer, 'company' | 'score' | 'keep' | 'branch'> & { readonly nameRank: number };

/** Columns: name rank, digits of the rate, time of fixing, and one for index, scale and age. */
const [NAME, UNITS, AT, REST, FIELDS] = [0, 1, 2, 3, 4];
/** Above all scales and ages. */
const INDEX_STEP = 64;
const ENTRY_BYTES = 300;

/** A few offers in columns instead of objects. */
export class OfferColumns {
  readonly #numbers: Float64Array;

  constructor(offers: readonly Offer[]) {
    const numbers = new Float64Array(offers.length * FIELDS);
    for (const [i, { nameRank, rate, updatedAt, isFresh, searchIndex }] of offers.entries()) {
      numbers[i * FIELDS + NAME] = nameRank;
      numbers[i * FIELDS + UNITS] = rate.units;
      numbers[i * FIELDS + AT] = updatedAt;
      numbers[i * FIELDS + REST] = ((searchIndex ?? -1) + 1) * INDEX_STEP + rate.scale * 2 + Number(isFresh);
    }
    this.#numbers = numbers;
  }

  get length(): number {
    return this.#numbers.length / FIELDS;
  }

  get weight(): number {
    return ENTRY_BYTES + this.#numbers.byteLength;
  }

  nameRank(i: number): number {
    return this.#numbers[i * FIELDS + NAME] as number;
  }

  rate(i: number): Decimal {
    return { units: this.#numbers[i * FIELDS + UNITS] as number, scale: this.#scale(i) };
  }

  number(i: number): number {
    return (this.#numbers[i * FIELDS + UNITS] as number) / powerOfTen(this.#scale(i));
  }

  offerAt(i: number, company: BookCompany, rate: Decimal, score: Cents): BookOffer {
    const rest = this.#numbers[i * FIELDS + REST] as number;
    const searchIndex = rest < INDEX_STEP ? undefined : Math.floor(rest / INDEX_STEP) - 1;
    const [isFresh, updatedAt] = [(rest & 1) === 1, this.#numbers[i * FIELDS + AT] as number];
    return { company, rate, score, isFresh, updatedAt, searchIndex: searchIndex };
  }

  #scale(i: number): number {
    return ((this.#numbers[i * FIELDS + REST] as number) % INDEX_STEP) >> 1;
  }
}
