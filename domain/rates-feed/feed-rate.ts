import { type Decimal, parseDecimal } from '../money/decimal.ts';
import type { RefusalReason } from './feed-health.ts';

/** Contract 2. */
const DECIMALS = 8;
/** First unit beyond 15 significant digits. */
const TOO_LARGE = 10n ** 15n;

const WRITTEN = /^([+-]?)(\d{1,60})(?:\.(\d{0,60}))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * Rate of a feed in units of the currency for 1 base, rounded once to 8 decimals, halves up, or the reason of its
 * refusal. A rate that rounds to zero or to more than 15 digits is unreadable.
 */
export function readRate(text: string): Decimal | RefusalReason {
  const match = WRITTEN.exec(text.trim());
  if (!match) return 'unreadable';
  const [, sign, whole = '', fraction = '', exponent] = match;
  const digits = BigInt(whole + fraction);
  if (sign === '-' || digits === 0n) return 'not_positive';
  const units = scaled(digits, DECIMALS + Number(exponent ?? 0) - fraction.length);
  return (units < TOO_LARGE && units > 0n && parseDecimal(`${units}e-${DECIMALS}`)) || 'unreadable';
}

function scaled(digits: bigint, power: number): bigint {
  if (power >= 0) return digits * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (2n * digits + divisor) / (2n * divisor);
}
