import { curveStepAfter, line } from 'd3-shape';
import { dayNumber } from '#domain/history/history.ts';
import type { HistoryView } from '#domain/history/history-view.ts';
import { makeSteps, type Step, type Steps } from '#domain/history/steps.ts';
import { compareDecimals, type Decimal, decimalNumber } from '#domain/money/decimal.ts';

// Pixels. Widths are shares of the window, so days since its first one.
export const HEIGHT = 280;
const TOP = 44;
const BOTTOM = 64;
// Share of the width that a label takes on a narrow screen.
const LABEL_SHARE = 0.8;
const ABOVE = 10;
const BELOW = 20;

export type Point = readonly [day: number, pixel: number];
export type Series = {
  readonly known: string;
  readonly unknown: string;
  readonly last: Decimal;
};

export type Drawn = {
  readonly days: number;
  readonly low: Decimal;
  readonly high: Decimal;
  readonly y: (value: Decimal) => number;
  readonly mid: Series | null;
  readonly best: Series | null;
  // Pixels of the labels of both series.
  readonly labels: { readonly mid: number; readonly best: number };
  readonly gaps: Steps['gaps'];
  readonly breaks: Steps['breaks'];
  readonly hasUnknown: boolean;
};

// Pixels stand for decimals here and nowhere else.
export function drawHistory(view: HistoryView): Drawn | null {
  const start = dayNumber(view.from);
  const days = dayNumber(view.to) + 1 - start;
  const mid = makeSteps(view.mids, view);
  const best = makeSteps(view.bests, view);
  const values = [...mid.lines, ...best.lines].flat().map(({ value }) => value);
  const [low, high] = [least(values, 1), least(values, -1)];
  if (!low || !high) return null;
  const [from, span] = [decimalNumber(low), decimalNumber(high) - decimalNumber(low)];
  const room = HEIGHT - TOP - BOTTOM;
  const y = (value: Decimal) =>
    span > 0 ? HEIGHT - BOTTOM - (room * (decimalNumber(value) - from)) / span : HEIGHT - BOTTOM - room / 2;
  const shown = mid.lines.length > 0 ? mid : best;
  const [ofMid, ofBest] = [mid, best].map(({ lines }) => ({ lines, tail: tailOf(lines, start, days, y) }));
  const [series, bests] = [ofMid, ofBest].map((of) => of && seriesOf(of.lines, start, y));
  const tails = [...(ofMid?.tail ?? []), ...(ofBest?.tail ?? [])];
  const [above, below] = [Math.min(...tails) - ABOVE, Math.max(...tails) + BELOW];
  const isMidAbove = !series || !bests || y(series.last) <= y(bests.last);
  return {
    days,
    low,
    high,
    y,
    mid: series ?? null,
    best: bests ?? null,
    labels: isMidAbove ? { mid: above, best: below } : { mid: below, best: above },
    gaps: shown.gaps.map(({ from: first, to }) => ({ from: first - start, to: to - start })),
    breaks: shown.breaks,
    hasUnknown: [...mid.lines, ...best.lines].flat().some(({ isKnown }) => !isKnown),
  };
}

function least(values: readonly Decimal[], sign: number): Decimal | undefined {
  return values.toSorted((a, b) => sign * compareDecimals(a, b))[0];
}

// Pixels of the values beside the end, where labels stand.
function tailOf(lines: Steps['lines'], start: number, days: number, y: (value: Decimal) => number): number[] {
  return lines
    .flat()
    .filter(({ to }) => to - start > days * (1 - LABEL_SHARE))
    .map(({ value }) => y(value));
}

function seriesOf(lines: Steps['lines'], start: number, y: (value: Decimal) => number): Series | null {
  const last = lines.at(-1)?.at(-1);
  if (!last) return null;
  const draw = line<Point>().curve(curveStepAfter).digits(1);
  const path = (runs: Point[][]) => runs.map((run) => draw(run) ?? '').join('');
  const runs = lines.map((steps) => runsOf(steps, start, y));
  return {
    known: path(runs.flatMap(({ known }) => known)),
    unknown: path(runs.flatMap(({ unknown }) => unknown)),
    last: last.value,
  };
}

// Known days with the jumps that lead to them, and the days between them apart.
function runsOf(steps: readonly Step[], start: number, y: (value: Decimal) => number) {
  const known: Point[][] = [];
  const unknown: Point[][] = [];
  let run: Point[] = [];
  for (const [i, { from, to, value, isKnown }] of steps.entries()) {
    const [first, end, pixel] = [from - start, to - start, y(value)];
    if (!isKnown) {
      unknown.push([
        [first, pixel],
        [end, pixel],
      ]);
      run = [];
      continue;
    }
    const before = steps[i - 1];
    if (run.length === 0) {
      known.push(run);
      if (before) run.push([first, y(before.value)]);
    } else run.pop();
    run.push([first, pixel], [end, pixel]);
  }
  return { known, unknown };
}
