import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';

/** Decimals above 0, by place, in nine bytes each: a million objects would fill a server's memory. */
export class Decimals {
  readonly #units: Float64Array;
  readonly #scales: Uint8Array;

  /** Every place is empty at first. */
  constructor(length: number) {
    this.#units = new Float64Array(length);
    this.#scales = new Uint8Array(length);
  }

  get length(): number {
    return this.#units.length;
  }

  has(place: number): boolean {
    return this.number(place) > 0;
  }

  /** To be asked of a place that holds one. */
  get(place: number): Decimal {
    return { units: this.#units[place] ?? 0, scale: this.#scales[place] ?? 0 };
  }

  set(place: number, decimal: Decimal | null): void {
    this.#units[place] = decimal?.units ?? 0;
    this.#scales[place] = decimal?.scale ?? 0;
  }

  /** The same number as decimalNumber's, to compare by; 0 at an empty place. */
  number(place: number): number {
    return (this.#units[place] ?? 0) / powerOfTen(this.#scales[place] ?? 0);
  }
}
