import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';
import type { BookCompany, Standing } from '../rate-book.ts';

/** An offer by the place of its company's name. */
export type Offer = Omit<Standing, 'company' | 'score' | 'keep' | 'branch'> & { readonly nameRank: number };

/** Of each offer: the place of its name, the digits of its rate, when it was fixed; in one, its turn, its scale and its age. */
const [NAME, UNITS, AT, REST, FIELDS] = [0, 1, 2, 3, 4];
/** Above all scales and ages. */
const TURN = 64;
/** Their array and its memory. */
const ITSELF = 300;

/** A few offers, one after the other, and none of them an object. */
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

  /** The same as decimalNumber's. */
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
