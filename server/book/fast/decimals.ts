import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';

/** Column of decimals above 0 in nine bytes each, where a million objects would fill the memory. */
export class Decimals {
  readonly #units: Float64Array;
  readonly #scales: Uint8Array;

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

  get(place: number): Decimal {
    return { units: this.#units[place] ?? 0, scale: this.#scales[place] ?? 0 };
  }

  set(place: number, decimal: Decimal | null): void {
    this.#units[place] = decimal?.units ?? 0;
    this.#scales[place] = decimal?.scale ?? 0;
  }

  number(place: number): number {
    return (this.#units[place] ?? 0) / powerOfTen(this.#scales[place] ?? 0);
  }
}
