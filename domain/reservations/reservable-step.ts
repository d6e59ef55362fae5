import { type Cents, multiply } from '../money/cents.ts';
import type { Decimal } from '../money/decimal.ts';
import type { FixingSide } from '../rates/draft.ts';

/** Hundredths of the base. A smaller step would say how few notes are left. */
const LEAST_WORTH = 100_00;

/** Open amounts of a stock's day in hundredths. `own`: part of `promised` that the person holds. */
export type StockState = { readonly ready: Cents; readonly promised: Cents; readonly own: Cents };
type StepLimit = { share: number; side: FixingSide; rate: Decimal };

/**
 * Largest further amount that one person may reserve of a day's stock: 1, 2 or 5 times a power of ten in units of the
 * currency that is handed over, worth at least € 100. 0: nothing. `share`: percent of the stock for one person.
 *
 * Own reservations are added back before the step is taken, so that they never refine what the step says of the stock.
 */
export function reservableStep(
  { ready, promised, own }: StockState,
  { share, side, rate }: StepLimit,
): Cents {
  const least = side === 'sale' ? multiply(LEAST_WORTH, rate, 'half-away') : LEAST_WORTH;
  const most = Math.min(ready - promised + own, Math.floor((ready * share) / 100));
  const step = stepDown(stepDown(most) - own);
  return step >= least ? step : 0;
}

// the step hides the stock from a person; the company itself may promise all that is left
export function canTake(stock: StockState, amount: Cents, limit?: StepLimit): boolean {
  return amount <= (limit ? reservableStep(stock, limit) : stock.ready - stock.promised);
}

/** Largest of 1, 2, 5, 10, 20 … units up to an amount in hundredths, 0 below 1 unit. */
export function stepDown(amount: Cents): Cents {
  if (amount < 100) return 0;
  const power = 10 ** (String(Math.floor(amount / 100)).length + 1);
  return ([5, 2, 1].find((digit) => digit * power <= amount) ?? 1) * power;
}
