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

  has(index: number): boolean {
    return this.number(index) > 0;
  }

  get(index: number): Decimal {
    return { units: this.#units[index] ?? 0, scale: this.#scales[index] ?? 0 };
  }

  set(index: number, decimal: Decimal | null): void {
    this.#units[index] = decimal?.units ?? 0;
    this.#scales[index] = decimal?.scale ?? 0;
  }

  number(index: number): number {
    return (this.#units[index] ?? 0) / powerOfTen(this.#scales[index] ?? 0);
  }
}
