import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';
import type { BookCompany, Standing } from '../rate-book.ts';

export type Offer = Omit<Standing, 'company' | 'score' | 'keep' | 'branch'> & { readonly nameRank: number };

/** Columns: name rank, digits of the rate, time of fixing, and one for index, scale and age. */
const [NAME, UNITS, AT, REST, FIELDS] = [0, 1, 2, 3, 4];
/** Above all scales and ages. */
const TURN = 64;
const ITSELF = 300;

/** A few offers in columns instead of objects. */
export class OfferColumns {
  readonly #numbers: Float64Array;

  constructor(offers: readonly Offer[]) {
    const numbers = new Float64Array(offers.length * FIELDS);
    for (const [i, { nameRank, rate, updatedAt, isFresh, nth }] of offers.entries()) {
      numbers[i * FIELDS + NAME] = nameRank;
      numbers[i * FIELDS + UNITS] = rate.units;
      numbers[i * FIELDS + AT] = updatedAt;
      numbers[i * FIELDS + REST] = ((nth ?? -1) + 1) * TURN + rate.scale * 2 + Number(isFresh);
    }
    this.#numbers = numbers;
  }

  get length(): number {
    return this.#numbers.length / FIELDS;
  }

  get weight(): number {
    return ITSELF + this.#numbers.byteLength;
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

  standing(i: number, company: BookCompany, rate: Decimal, score: Cents): Standing {
    const rest = this.#numbers[i * FIELDS + REST] as number;
    const nth = rest < TURN ? undefined : Math.floor(rest / TURN) - 1;
    const [isFresh, updatedAt] = [(rest & 1) === 1, this.#numbers[i * FIELDS + AT] as number];
    return { company, rate, score, isFresh, updatedAt, nth };
  }

  #scale(i: number): number {
    return ((this.#numbers[i * FIELDS + REST] as number) % TURN) >> 1;
  }
}
