import type { Position } from './place.ts';

/** Packed centres have four decimals of a degree. */
const STEPS = 10_000;
/** Above the number of steps around the earth. */
const WIDE = 2 ** 22;

export class Centres {
  readonly #keys: Float64Array;

  constructor(centres: readonly Position[]) {
    this.#keys = Float64Array.from(centres, keyOf).sort();
  }

  has(position: Position): boolean {
    const key = keyOf(position);
    if (![position.lat, position.lon].every((degrees) => isStep(degrees))) return false;
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    return this.#keys[low] === key;
  }
}

function keyOf({ lat, lon }: Position): number {
  return Math.round((lat + 90) * STEPS) * WIDE + Math.round((lon + 180) * STEPS);
}

function isStep(degrees: number): boolean {
  return Math.abs(degrees * STEPS - Math.round(degrees * STEPS)) < 1e-5;
}
