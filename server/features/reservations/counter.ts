import type { BranchKind, BranchRates, Closure } from '#domain/branches/branch.ts';
import { branchRate } from '#domain/branches/branch-rate.ts';
import { dayAt, isClosedOn } from '#domain/branches/open-state.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { Opening } from '#domain/reservations/deadlines.ts';
import type { FixedNow } from '#domain/reservations/fixed-now.ts';
import { COUNTER_ZONE } from '#domain/reservations/say-moment.ts';

/** Where notes are collected; of a company without branches, the company. */
export type Counter = {
  id: number | null;
  kind: BranchKind | null;
  timeZone: string;
  sells: boolean;
  buysBack: boolean;
  takesCards: boolean;
  rates: BranchRates;
  /** hundredths of a percent over the company's rates */
  percent: number;
  opening: Opening;
  closures: readonly Pick<Closure, 'from_day' | 'to_day'>[];
};

/** Of a company that has no branch, or had none. */
export const COMPANY: Counter = {
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

export function serves({ sells, buysBack }: Counter, side: FixingSide): boolean {
  return side === 'sale' ? sells : buysBack;
}

/** It says that it is closed on the day of that instant, whatever its hours are. */
export function isDayClosed({ closures, timeZone }: Counter, at: number): boolean {
  return isClosedOn(dayAt(at, timeZone), closures);
}

/** Whose fixings count there: its own, or the company's (null). */
export function sheetOf({ id, rates }: Counter): number | null {
  return rates === 'own' ? id : null;
}

/** What is fixed on its sheet, as it is at the counter: without a rate where it does not take part on that side. */
export function fixedAt(counter: Counter, side: FixingSide, fixed: FixedNow): FixedNow {
  const rate = fixed.rate && serves(counter, side) ? branchRate(side, fixed.rate, counter.percent) : null;
  return { ...fixed, rate };
}
