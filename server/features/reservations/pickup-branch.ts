import type { BranchKind, BranchRates, Closure } from '#domain/branches/branch.ts';
import { branchRate } from '#domain/branches/branch-rate.ts';
import { isInClosure } from '#domain/branches/open-state.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Opening } from '#domain/reservations/deadlines.ts';
import type { FixedNow } from '#domain/reservations/fixed-now.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';

/** Place of collection: a branch, or the company without branches. */
export type PickupBranch = {
  id: number | null;
  kind: BranchKind | null;
  timeZone: string;
  sells: boolean;
  buysBack: boolean;
  takesCards: boolean;
  rates: BranchRates;
  /** Hundredths of a percent over the company's rates. */
  percent: number;
  opening: Opening;
  closures: readonly Closure[];
};

export const COMPANY_ITSELF: PickupBranch = {
  id: null,
  kind: null,
  timeZone: COUNTER_ZONE,
  sells: true,
  buysBack: true,
  takesCards: false,
  rates: 'company',
  percent: 0,
  opening: null,
  closures: [],
};

export function serves({ sells, buysBack }: PickupBranch, side: FixingSide): boolean {
  return side === 'sale' ? sells : buysBack;
}

// Exceptional closing at that instant, whatever the hours.
export function hasClosureAt({ closures, timeZone }: PickupBranch, at: number): boolean {
  return isInClosure(closures, at, timeZone);
}

export function rateOwnerOf({ id, rates }: PickupBranch): number | null {
  return rates === 'own' ? id : null;
}

/** Rate as applied at the branch, none on a side that it does not serve. */
export function fixingAt(branch: PickupBranch, side: FixingSide, fixed: FixedNow): FixedNow {
  const rate = fixed.rate && serves(branch, side) ? branchRate(side, fixed.rate, branch.percent) : null;
  return { ...fixed, rate };
}
