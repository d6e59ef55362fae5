import type { Decimal } from '../money/decimal.ts';
import { type DayValue, dayNumber } from './history.ts';
import { differ } from './wrong-rates.ts';

// Horizontal part of a chart, in days since 1970 without the last. `isKnown` false: days without a value.
export type Step = {
  readonly from: number;
  readonly to: number;
  readonly value: Decimal;
  readonly isKnown: boolean;
};

export type Break = { readonly day: string; readonly before: Decimal; readonly after: Decimal };

export type Steps = {
  // Lines apart from each other, because of a gap or a break.
  readonly lines: readonly (readonly Step[])[];
  readonly breaks: readonly Break[];
  // Days since 1970 without the last.
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
};

const MOST_MISSING_DAYS = 62;
const BREAK_PERCENT = 20;

// Steps of values by day within the window, both days included. A value before it reaches in.
export function makeSteps(values: readonly DayValue[], window: { from: string; to: string }): Steps {
  const [start, end] = [dayNumber(window.from), dayNumber(window.to) + 1];
  const lines: Step[][] = [];
  const breaks: Break[] = [];
  const gaps: { from: number; to: number }[] = [];
  let line: Step[] = [];
  const cut = () => {
    if (line.length > 0) lines.push(line);
    line = [];
  };
  const add = (step: Step) => {
    const [from, to] = [Math.max(step.from, start), Math.min(step.to, end)];
    if (from < to) line.push({ ...step, from, to });
  };
  for (const [i, { day, value }] of values.entries()) {
    const at = dayNumber(day);
    if (at >= end) break;
    const next = values[i + 1];
    const until = Math.min(next ? dayNumber(next.day) : end, end);
    add({ from: at, to: at + 1, value, isKnown: true });
    if (until - at - 1 > MOST_MISSING_DAYS) {
      cut();
      const gap = { from: Math.max(at + 1, start), to: until };
      if (gap.from < gap.to) gaps.push(gap);
      continue;
    }
    add({ from: at + 1, to: until, value, isKnown: false });
    if (next && differ(BREAK_PERCENT, value, next.value)) {
      cut();
      if (dayNumber(next.day) >= start && dayNumber(next.day) < end)
        breaks.push({ day: next.day, before: value, after: next.value });
    }
  }
  cut();
  return { lines, breaks, gaps };
}
