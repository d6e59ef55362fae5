import { type Decimal, powerOfTen } from '../money/decimal.ts';

/**
 * Share of the exchanged amount lost against the mid rate, in hundredths of a percent, halves away from zero
 * (`costs` of contract 2). Both rates are above 0, in units for 1 base; negative: better than the mid rate.
 */
export function marginOf(bureauRate: Decimal, midRate: Decimal, offerIsBase: boolean): number {
  const [bureau, mid] = [scaled(bureauRate, midRate), scaled(midRate, bureauRate)];
  const [difference, reference] = offerIsBase ? [mid - bureau, mid] : [bureau - mid, bureau];
  const size = difference < 0n ? -difference : difference;
  const hundredths = Number((size * 20_000n + reference) / (2n * reference));
  return difference < 0n ? 0 - hundredths : hundredths;
}

function scaled(rate: Decimal, other: Decimal): bigint {
  return BigInt(rate.units) * BigInt(powerOfTen(other.scale));
}
