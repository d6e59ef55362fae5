import { isImplausible, type PlausibilityLimits } from '#domain/fixings/plausibility.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { FixingState } from './held-fixings.queries.ts';

/** As SQL's numeric. */
export type Amounts = { purchase: string | null; sale: string | null };

/** Whether amounts are to be held back, by the newest mid rate and by what was compared before. */
export function judge(
  amounts: Amounts,
  { mid, before, at }: { mid: { rate: string; at: Date } | undefined; before: FixingState | null; at: Date },
  limits: PlausibilityLimits,
): boolean {
  // without a mid rate no offer is made, and no line of the log is written
  if (!mid) return false;
  return isImplausible(
    {
      amounts: decimalsOf(amounts),
      mid: { rate: readDecimal(mid.rate), at: mid.at.getTime() },
      last: decimalsOf(comparedBefore(before)),
      at: at.getTime(),
    },
    limits,
  );
}

/** What travellers were shown last; of what is held, what it took the place of. */
export function comparedBefore(state: FixingState | null): Amounts {
  if (!state) return { purchase: null, sale: null };
  const { heldAt, formerPurchase, formerSale, purchase, sale } = state;
  return heldAt ? { purchase: formerPurchase, sale: formerSale } : { purchase, sale };
}

/** True when both say the same amounts, however they are written: '1.1' and '1.10000000'. */
export function isSame(one: Amounts, other: Amounts): boolean {
  return textOf(one) === textOf(other);
}

function textOf(amounts: Amounts): string {
  return JSON.stringify(decimalsOf(amounts));
}

function decimalsOf({ purchase, sale }: Amounts) {
  return {
    purchase: purchase === null ? null : readDecimal(purchase),
    sale: sale === null ? null : readDecimal(sale),
  };
}
