import type { Position } from './place.ts';

/** The packed places say where a commune's centre is to four decimals. */
const STEPS = 10_000;
/** More than there are steps from one side of the earth to the other. */
const WIDE = 2 ** 22;

/** Where the centres of communes are, in eight bytes each. */
export class Centres {
  readonly #keys: Float64Array;

  constructor(centres: readonly Position[]) {
    this.#keys = Float64Array.from(centres, keyOf).sort();
  }

  /** Whether a position is one of them and no finer: of a door it says no more than in which commune that is. */
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
