import type { Cents } from '#domain/money/cents.ts';

/**
 * Index after the last entry with the score at `from`, by doubling and halving steps. `at`: score of an
 * index, null past the end; scores never increase.
 */
export function endOfRun(from: number, score: Cents, at: (index: number) => Cents | null): number {
  let same = from;
  let step = 1;
  while (at(same + step) === score) {
    same += step;
    step *= 2;
  }
  let different = same + step;
  while (different - same > 1) {
    const middle = (same + different) >> 1;
    if (at(middle) === score) same = middle;
    else different = middle;
  }
  return different;
}
