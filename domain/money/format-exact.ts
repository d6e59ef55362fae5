import { type Decimal, decimalText } from './decimal.ts';
import { groupDigits } from './format.ts';

/** '1,1316', '156,2000', '0,00012345': every decimal, at least 4. */
export function formatExactRate(rate: Decimal): string {
  const [whole = '', fraction = ''] = decimalText(rate).split('.');
  return `${groupDigits(whole)},${fraction.padEnd(4, '0')}`;
}

// '1,1316', '0,00001234': 4 decimals, or 4 significant digits of a rate above 0.
export function formatListedRate({ units, scale }: Decimal): string {
  return formatQuotient(BigInt(units), 10n ** BigInt(scale));
}

// '0,8837', '0,0000008333': the same of its inverse.
export function formatExactInverse({ units, scale }: Decimal): string {
  return formatQuotient(10n ** BigInt(scale), BigInt(units));
}

function formatQuotient(dividend: bigint, divisor: bigint): string {
  for (let decimals = 4; ; decimals += 1) {
    const scaled = (2n * dividend * 10n ** BigInt(decimals) + divisor) / (2n * divisor);
    if (scaled < 1000n) continue;
    const digits = String(scaled).padStart(decimals + 1, '0');
    return `${groupDigits(digits.slice(0, -decimals))},${digits.slice(-decimals)}`;
  }
}
