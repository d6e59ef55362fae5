import { type Cents, multiply } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';

const STEPS = [1, 2, 5];

// 1, 2 or 5 times a power of ten, in whole units.
export function isRoundAmount(units: number): boolean {
  return /^[125]0*$/.test(String(units));
}

// Next round amount in whole units: 1, 2, 5, 10…
function nextRoundAmount(units: number): number {
  const power = 10 ** (String(units).length - 1);
  const step = STEPS.indexOf(units / power);
  return step === STEPS.length - 1 ? 10 * power : (STEPS[step + 1] ?? 1) * power;
}

// Smallest round amount in whole units worth at least so much of the base at the mid rate.
export function roundAmountWorth(worth: Cents, midRate: Decimal): number {
  const least = multiply(worth, midRate, 'down');
  let units = 1;
  while (units * 100 < least) units = nextRoundAmount(units);
  return units;
}

export function roundAmountsFrom(first: number, count: number): number[] {
  const amounts = [first];
  while (amounts.length < count) amounts.push(nextRoundAmount(amounts.at(-1) ?? first));
  return amounts;
}
