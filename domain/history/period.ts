import { dayAfter } from '../branches/open-state.ts';
import { averageOf } from '../money/average.ts';
import { compareDecimals, type Decimal } from '../money/decimal.ts';
import { type DayValue, dayNumber } from './history.ts';

export type Period = '30-jours' | '6-mois' | '1-an';

export const PERIODS: Readonly<Record<Period, { label: string; days: number }>> = {
  '30-jours': { label: '30 jours', days: 30 },
  '6-mois': { label: '6 mois', days: 183 },
  '1-an': { label: '1 an', days: 365 },
};
export const DEFAULT_PERIOD: Period = '30-jours';

export function readPeriod(text: string): Period | null {
  return Object.keys(PERIODS).find((period): period is Period => period === text) ?? null;
}

// Days of a period that ends today, both included.
export function windowOf(period: Period, today: string): { from: string; to: string } {
  return { from: dayAfter(today, 1 - PERIODS[period].days), to: today };
}

export function valuesWithin(values: readonly DayValue[], { from, to }: { from: string; to: string }) {
  return values.filter(({ day }) => from <= day && day <= to);
}

export type Extremes = { readonly high: DayValue; readonly low: DayValue; readonly average: Decimal };

// First day of the highest and of the lowest value. null: no value.
export function summariseValues(values: readonly DayValue[]): Extremes | null {
  const [first, ...others] = values;
  const average = first ? averageOf(values.map(({ value }) => value)) : null;
  if (!first || !average) return null;
  const extreme = (sign: number) =>
    others.reduce((best, each) => (sign * compareDecimals(each.value, best.value) > 0 ? each : best), first);
  return { high: extreme(1), low: extreme(-1), average };
}

// Last value of each week under its Monday.
export function lastOfWeeks(values: readonly DayValue[]): DayValue[] {
  return [
    ...new Map(values.map(({ day, value }) => [mondayOf(day), { day: mondayOf(day), value }])).values(),
  ];
}

function mondayOf(day: string): string {
  // 1 January 1970 was a Thursday
  return dayAfter(day, -((dayNumber(day) + 3) % 7));
}
