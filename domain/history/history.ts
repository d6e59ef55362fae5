import type { Decimal } from '../money/decimal.ts';

// Net rates for € 500 in units for 1 base. `median`: the middle one, of an even number the less advantageous one.
export type DayOffers = { readonly best: Decimal; readonly median: Decimal; readonly count: number };

export type HistoryDay = {
  // Day in Paris.
  readonly day: string;
  // Day of the source, before a demonstration shifted it.
  readonly publishedOn: string;
  readonly mid: Decimal | null;
  readonly sale: DayOffers | null;
  readonly purchase: DayOffers | null;
  readonly isDemonstration: boolean;
};

export type DayValue = { readonly day: string; readonly value: Decimal };

// Days since 1970.
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000;
}
