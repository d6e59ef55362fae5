import { type Decimal, parseDecimal } from '../money/decimal.ts';

/** numeric(15, 8) has 7 digits before the point. */
const MAX_FIXING = 9_999_999.99999999;

const MAX_DECIMALS = 8;

export function isLeftEmpty(amount: number | '' | null | undefined): amount is '' | null | undefined {
  return amount === undefined || amount === null || amount === '';
}

/**
 * Exact amount of a JSON number, in units for 1 base. null unless positive, at most 9,999,999.99999999, with at most 8
 * decimals and 15 significant digits (contracts 2 and 3).
 */
export function fixingAmount(value: number): Decimal | null {
  if (!(value > 0 && value <= MAX_FIXING)) return null;
  const amount = parseDecimal(String(value));
  return amount && amount.scale <= MAX_DECIMALS ? amount : null;
}
