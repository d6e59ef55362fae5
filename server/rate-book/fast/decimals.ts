import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';

/** Decimals above 0 by their place, in nine bytes each: a million of them as objects fill a server's memory. */
export class Decimals {
  readonly #units: Float64Array;
  readonly #scales: Uint8Array;

  /** None at any place yet. */
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

  /** `place` holds one. */
  get(place: number): Decimal {
    return { units: this.#units[place] ?? 0, scale: this.#scales[place] ?? 0 };
  }

  set(place: number, decimal: Decimal | null): void {
    this.#units[place] = decimal?.units ?? 0;
    this.#scales[place] = decimal?.scale ?? 0;
  }

  /** As decimalNumber: in the order of the decimals, equal where they are. 0 where there is none. */
  number(place: number): number {
    return (this.#units[place] ?? 0) / powerOfTen(this.#scales[place] ?? 0);
  }
}
