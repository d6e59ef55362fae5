import { type Decimal, decimalNumber, parseDecimal } from '../money/decimal.ts';

const STEPS = [1, 2, 5, 10];

// Round values from `low` to `high`, at most `most`, where both differ. `decimals`: those that tell them apart.
export function ticksBetween(
  low: Decimal,
  high: Decimal,
  most: number,
): { values: readonly Decimal[]; decimals: number } {
  const [from, to] = [decimalNumber(low), decimalNumber(high)];
  if (!(to > from)) return { values: [low], decimals: Math.min(4, low.scale) };
  const exponent = Math.floor(Math.log10((to - from) / most));
  for (const power of [exponent, exponent + 1]) {
    for (const step of STEPS) {
      const size = step * 10 ** power;
      const [first, last] = [Math.ceil(from / size - 1e-9), Math.floor(to / size + 1e-9)];
      if (last - first + 1 > most) continue;
      const values = Array.from({ length: last - first + 1 }, (_, i) =>
        parseDecimal(`${(first + i) * step}e${power}`),
      );
      return { values: values.filter((value) => value !== null), decimals: Math.max(0, -power) };
    }
  }
  return { values: [], decimals: 0 };
}
