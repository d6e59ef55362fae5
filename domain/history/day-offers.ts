import { compareDecimals, type Decimal } from '../money/decimal.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { DayOffers } from './history.ts';

// null: no offer. A traveller wants the highest sale and the lowest purchase.
export function summariseOffers(side: FixingSide, rates: readonly Decimal[]): DayOffers | null {
  const sign = side === 'sale' ? 1 : -1;
  const sorted = rates.toSorted((a, b) => sign * compareDecimals(b, a));
  const [best, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  return best && median ? { best, median, count: sorted.length } : null;
}
