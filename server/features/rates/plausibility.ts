import { isImplausible, type PlausibilityLimits } from '#domain/rates/plausibility.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { FixingState } from './held-fixings.queries.ts';

export type Amounts = { purchase: string | null; sale: string | null };

export function requiresReview(
  amounts: Amounts,
  { mid, before, at }: { mid: { rate: string; at: Date } | undefined; before: FixingState | null; at: Date },
  limits: PlausibilityLimits,
): boolean {
  // without a mid rate there is no offer and no log line
  if (!mid) return false;
  return isImplausible(
    {
      amounts: decimalsOf(amounts),
      mid: { rate: readDecimal(mid.rate), at: mid.at.getTime() },
      last: decimalsOf(lastCompared(before)),
      at: at.getTime(),
    },
    limits,
  );
}

export function lastCompared(state: FixingState | null): Amounts {
  if (!state) return { purchase: null, sale: null };
  const { heldAt, formerPurchase, formerSale, purchase, sale } = state;
  return heldAt ? { purchase: formerPurchase, sale: formerSale } : { purchase, sale };
}

/** Numeric equality, so that '1.1' equals '1.10000000'. */
export function areEqual(a: Amounts, b: Amounts): boolean {
  return textOf(a) === textOf(b);
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
