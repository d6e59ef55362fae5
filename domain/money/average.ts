import { type Decimal, parseDecimal } from './decimal.ts';

// Mean of at least one decimal above 0, rounded once to 8 decimals, halves away from zero. null: more than 15 digits.
export function averageOf(values: readonly Decimal[]): Decimal | null {
  const scale = Math.max(8, ...values.map((value) => value.scale));
  const sum = values.reduce(
    (total, value) => total + BigInt(value.units) * 10n ** BigInt(scale - value.scale),
    0n,
  );
  const divisor = BigInt(values.length) * 10n ** BigInt(scale - 8);
  return parseDecimal(`${(2n * sum + divisor) / (2n * divisor)}e-8`);
}
