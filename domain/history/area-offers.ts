import type { Decimal } from '../money/decimal.ts';

// Average net rates of sales, in units for 1 base, over the days with offers of the area and of everywhere.
export type AreaOffers = {
  readonly code: string;
  readonly best: Decimal;
  readonly median: Decimal;
  // Best one everywhere.
  readonly everywhere: Decimal;
};

export const AREA_DAYS = 30;
