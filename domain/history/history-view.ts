import { dayAfter } from '../branches/open-state.ts';
import type { Decimal } from '../money/decimal.ts';
import { type DayValue, dayNumber, type HistoryDay } from './history.ts';
import {
  DEFAULT_PERIOD,
  type Extremes,
  lastOfWeeks,
  type Period,
  summariseValues,
  valuesWithin,
  windowOf,
} from './period.ts';
import { type ExcludedValue, excludeWrong, type WrongRates } from './wrong-rates.ts';

// Mid rate and best offer of a period, in units for 1 base.
export type HistoryView = {
  readonly period: Period;
  readonly from: string;
  readonly to: string;
  // Values by day, the last one before the period included.
  readonly mids: readonly DayValue[];
  readonly bests: readonly DayValue[];
  readonly mid: Extremes | null;
  readonly best: Extremes | null;
  readonly knownDays: number;
  // Days, or weeks under their Monday, newest first.
  readonly rows: readonly {
    readonly day: string;
    readonly mid: Decimal | null;
    readonly best: Decimal | null;
  }[];
  readonly excluded: readonly ExcludedRange[];
  // Days between those of the source and those shown. null: the same days.
  readonly shift: number | null;
};

// Values from one day to another that are not drawn. `value`: of a single one.
export type ExcludedRange = {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly value: Decimal | null;
  readonly wrong: Pick<WrongRates, 'reason' | 'source'> | null;
};

// Days to read for any period, with neighbours of its first values.
const READ_DAYS = 560;

type Asked = { side: 'buy' | 'sell'; period: Period; today: string; wrongRates: readonly WrongRates[] };

// View of days in order. null: no value to draw.
export function viewHistory(
  days: readonly HistoryDay[],
  { side, period, today, wrongRates }: Asked,
): HistoryView | null {
  const { from, to } = windowOf(period, today);
  const { kept, excluded } = excludeWrong(listMids(days), wrongRates);
  const offers = days.flatMap(({ day, publishedOn, sale, purchase }) => {
    const of = side === 'buy' ? sale : purchase;
    return of ? [{ day, publishedOn, value: of.best }] : [];
  });
  const { kept: bests } = excludeWrong(offers, []);
  const shown = { mids: valuesWithin(kept, { from, to }), bests: valuesWithin(bests, { from, to }) };
  if (shown.mids.length === 0 && shown.bests.length === 0) return null;
  return {
    period,
    from,
    to,
    mids: withFormer(kept, from),
    bests: withFormer(bests, from),
    mid: summariseValues(shown.mids),
    best: summariseValues(shown.bests),
    knownDays: shown.mids.length,
    rows: period === DEFAULT_PERIOD ? rowsOf(shown) : rowsOf(weeksOf(shown)),
    excluded: rangesOf(excluded.filter(({ day }) => from <= day && day <= to)),
    shift: shiftOf(days),
  };
}

export function listMids(days: readonly HistoryDay[]) {
  return days.flatMap(({ day, publishedOn, mid }) => (mid ? [{ day, publishedOn, value: mid }] : []));
}

// Values from a day on, with the last one before it.
function withFormer(values: readonly DayValue[], from: string): DayValue[] {
  const first = values.findIndex(({ day }) => day >= from);
  return values.slice(Math.max(0, (first < 0 ? values.length : first) - 1));
}

type Shown = { mids: readonly DayValue[]; bests: readonly DayValue[] };

function weeksOf({ mids, bests }: Shown): Shown {
  return { mids: lastOfWeeks(mids), bests: lastOfWeeks(bests) };
}

function rowsOf({ mids, bests }: Shown): HistoryView['rows'] {
  const [mid, best] = [mids, bests].map((values) => new Map(values.map(({ day, value }) => [day, value])));
  const days = [...new Set([...mids, ...bests].map(({ day }) => day))].sort().reverse();
  return days.map((day) => ({ day, mid: mid?.get(day) ?? null, best: best?.get(day) ?? null }));
}

function rangesOf(excluded: readonly ExcludedValue[]): ExcludedRange[] {
  const ranges: ExcludedRange[] = [];
  let former: ExcludedValue | null = null;
  for (const each of excluded) {
    const { day, value, wrong } = each;
    const last = ranges.at(-1);
    if (last && wrong && former?.wrong === wrong) {
      ranges[ranges.length - 1] = { ...last, to: day, count: last.count + 1, value: null };
    } else {
      const known = wrong && { reason: wrong.reason, source: wrong.source };
      ranges.push({ from: day, to: day, count: 1, value, wrong: known });
    }
    former = each;
  }
  return ranges;
}

function shiftOf(days: readonly HistoryDay[]): number | null {
  const shifted = days.find(({ day, publishedOn }) => day !== publishedOn);
  return shifted ? dayNumber(shifted.day) - dayNumber(shifted.publishedOn) : null;
}

export function firstDayToRead(today: string): string {
  return dayAfter(today, -READ_DAYS);
}
