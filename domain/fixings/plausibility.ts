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
 * the bureau's own last rate; a side that has none is still judged by the mid rate.
 */
export function isImplausible({ amounts, mid, last, at }: Judged, limits: PlausibilityLimits): boolean {
  const isOld = mid.at < at - limits.midRateDays * DAY;
  return (['purchase', 'sale'] as const).some((side) => {
    const amount = amounts[side];
    const reference = (isOld ? last[side] : null) ?? mid.rate;
    return amount !== null && isOff(side, amount, reference, limits);
  });
}

/** A high sale hands over more of the currency, a low purchase more of the base. */
function isOff(side: FixingSide, amount: Decimal, reference: Decimal, limits: PlausibilityLimits): boolean {
  const isGift =
    side === 'sale'
      ? isHigherBy(limits.heldAbove, amount, reference)
      : isHigherBy(limits.heldAbove, reference, amount);
  return isGift || isFartherThan(limits.heldOff, amount, reference);
}

const DAY = 24 * 3_600_000;
