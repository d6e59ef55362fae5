import { metresBetween } from './distance.ts';
import type { Position } from './place.ts';

// Nearest of some positions, the first of equal ones. null: none is nearer than `within` metres.
export function nearestWithin<T extends Position>(all: Iterable<T>, at: Position, within: number): T | null {
  let nearest: T | null = null;
  let least = within;
  for (const one of all) {
    const metres = metresBetween(one, at);
    if (metres >= least) continue;
    nearest = one;
    least = metres;
  }
  return nearest;
}
