import { type Decimal, decimalText } from '#domain/money/decimal.ts';
import { groupDigits } from '#domain/money/format.ts';

// '1,14', '1 500 000', with as many decimals as tell ticks apart.
export function formatTick(value: Decimal, decimals: number): string {
  const [whole = '', fraction = ''] = decimalText(value).split('.');
  return decimals === 0 ? groupDigits(whole) : `${groupDigits(whole)},${fraction.padEnd(decimals, '0')}`;
}
