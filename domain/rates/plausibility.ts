import type { Decimal } from '../money/decimal.ts';
import { isFartherThan, isHigherBy } from '../money/deviation.ts';
import type { FixingSide } from './draft.ts';

/** Percentages: excess over the reference, and distance from it. Days: age from which a mid rate is ignored. */
export type PlausibilityLimits = {
  readonly heldAbove: number;
  readonly heldOff: number;
  readonly midRateDays: number;
};

export type FixingAmounts = Readonly<Record<FixingSide, Decimal | null>>;

/** Instants in milliseconds since 1970. */
export type PlausibilityInput = {
  readonly amounts: FixingAmounts;
  readonly mid: { readonly rate: Decimal; readonly at: number };
  readonly last: FixingAmounts;
  readonly at: number;
};

/**
 * True if a fixing is to be held for review (contract 2), because a side exceeds the mid rate or lies too far off it.
 * An old mid rate is replaced by the company's own last rate, which bounds repeated steps by DRIFT.
 */
export function isImplausible(
  { amounts, mid, last, at }: PlausibilityInput,
  limits: PlausibilityLimits,
): boolean {
  const isOld = mid.at < at - limits.midRateDays * DAY;
  return (['purchase', 'sale'] as const).some((side) => {
    const amount = amounts[side];
    if (amount === null) return false;
    const own = isOld ? last[side] : null;
    if (own === null) return isOffReference(side, amount, mid.rate, limits);
    return (
      isOffReference(side, amount, own, limits) ||
      (exceeds(side, amount, mid.rate, DRIFT) && exceeds(side, amount, own, 0))
    );
  });
}

/** A high sale hands over more of the currency, a low purchase more of the base. */
function isOffReference(
  side: FixingSide,
  amount: Decimal,
  reference: Decimal,
  limits: PlausibilityLimits,
): boolean {
  return (
    exceeds(side, amount, reference, limits.heldAbove) || isFartherThan(limits.heldOff, amount, reference)
  );
}

function exceeds(side: FixingSide, amount: Decimal, reference: Decimal, percent: number): boolean {
  return side === 'sale' ? isHigherBy(percent, amount, reference) : isHigherBy(percent, reference, amount);
}

/** Percent beyond an old mid rate that repeated small steps may reach. */
const DRIFT = 10;

const DAY = 24 * 3_600_000;
