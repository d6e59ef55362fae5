import { type Decimal, powerOfTen } from '../money/decimal.ts';

/**
 * What a bureau's rate keeps of what is exchanged, against the mid rate, in hundredths of a percent, halves away from
 * zero: what `costs` of contract 2 is of the whole. Negative when it beats the mid rate. Both rates are above 0, in
 * units of the currency for 1 base.
 */
export function marginOf(bureauRate: Decimal, midRate: Decimal, offerIsBase: boolean): number {
  const [bureau, mid] = [scaled(bureauRate, midRate), scaled(midRate, bureauRate)];
  const [kept, whole] = offerIsBase ? [mid - bureau, mid] : [bureau - mid, bureau];
  const size = kept < 0n ? -kept : kept;
  const hundredths = Number((size * 20_000n + whole) / (2n * whole));
  return kept < 0n ? 0 - hundredths : hundredths;
}

/** The units of a rate at the scale of both. */
function scaled(rate: Decimal, other: Decimal): bigint {
  return BigInt(rate.units) * BigInt(powerOfTen(other.scale));
}
