import type { Decimal } from '../money/decimal.ts';
import { isFartherThan, isHigherBy } from '../money/deviation.ts';
import type { FixingSide } from './draft.ts';

/** In percent: how much more than the reference a fixing may hand over, and how far off it may lie. In days: since when a mid rate is none. */
export type PlausibilityLimits = {
  readonly heldAbove: number;
  readonly heldOff: number;
  readonly midRateDays: number;
};

export type FixingAmounts = Readonly<Record<FixingSide, Decimal | null>>;

/** What a fixing is judged by. Instants in milliseconds since 1970. */
export type Judged = {
  readonly amounts: FixingAmounts;
  /** the newest mid rate, and the moment that it is of */
  readonly mid: { readonly rate: Decimal; readonly at: number };
  /** what the bureau applied before, as travellers were shown it; null where they were shown nothing */
  readonly last: FixingAmounts;
  readonly at: number;
};

/**
 * True for a fixing that is to be held back from comparisons until a second person accepts it (contract 2): it hands
 * over too much more than the mid rate, or lies too far off it, on either side. A mid rate that is too old gives way to
 * the bureau's own last rate; a side that has none is still judged by the mid rate. Step by step nobody gets farther than
 * DRIFT beyond an old mid rate, or farther than where the bureau is already.
 */
export function isImplausible({ amounts, mid, last, at }: Judged, limits: PlausibilityLimits): boolean {
  const isOld = mid.at < at - limits.midRateDays * DAY;
  return (['purchase', 'sale'] as const).some((side) => {
    const amount = amounts[side];
    if (amount === null) return false;
    const own = isOld ? last[side] : null;
    if (own === null) return isOff(side, amount, mid.rate, limits);
    return (
      isOff(side, amount, own, limits) ||
      (isGift(side, amount, mid.rate, DRIFT) && isGift(side, amount, own, 0))
    );
  });
}

/** A high sale hands over more of the currency, a low purchase more of the base. */
function isOff(side: FixingSide, amount: Decimal, reference: Decimal, limits: PlausibilityLimits): boolean {
  return (
    isGift(side, amount, reference, limits.heldAbove) || isFartherThan(limits.heldOff, amount, reference)
  );
}

function isGift(side: FixingSide, amount: Decimal, reference: Decimal, percent: number): boolean {
  return side === 'sale' ? isHigherBy(percent, amount, reference) : isHigherBy(percent, reference, amount);
}

/** In percent: how much more than a mid rate that is too old may be handed over in steps, each of which would do. */
const DRIFT = 10;

const DAY = 24 * 3_600_000;
