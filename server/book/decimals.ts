import { type Decimal, powerOfTen } from '#domain/money/decimal.ts';

/** Slots beyond those needed, for new companies. */
export const SPARE = 100;

/** Column of decimals above 0 in nine bytes each. */
export class Decimals {
  #units: Float64Array;
  #scales: Uint8Array;

  constructor(length: number) {
    this.#units = new Float64Array(length);
    this.#scales = new Uint8Array(length);
  }

  get(slot: number): Decimal {
    return { units: this.#units[slot] ?? 0, scale: this.#scales[slot] ?? 0 };
  }

  set(slot: number, decimal: Decimal | null): void {
    this.#units = withRoom(this.#units, slot);
    this.#scales = withRoom(this.#scales, slot);
    this.#units[slot] = decimal?.units ?? 0;
    this.#scales[slot] = decimal?.scale ?? 0;
  }

  number(slot: number): number {
    return (this.#units[slot] ?? 0) / powerOfTen(this.#scales[slot] ?? 0);
  }
}

export function withRoom<C extends Float64Array | Uint8Array | Int32Array>(column: C, slot: number): C {
  if (slot < column.length) return column;
  const longer = new (column.constructor as new (length: number) => C)(slot + 1 + SPARE);
  longer.set(column);
  return longer;
}
