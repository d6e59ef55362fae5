import { changedSides, checkFixing, type FixingDoubt, type FixingDraft, type FixingSide } from './draft.ts';
import type { RateRow } from './fixing.ts';
import { isUnrelated, marginOf } from './margin.ts';

/** Side to publish. The margin is in tenths of a percent; null where a figure would say nothing. */
export type ReviewedSide = {
  side: FixingSide;
  old: number | null;
  next: number;
  margin: number | null;
};

export type ReviewedRow = {
  row: RateRow;
  sides: ReviewedSide[];
  doubts: FixingDoubt[];
  amounts: Record<FixingSide, number | null>;
};

export function reviewDrafts(rows: readonly RateRow[], drafts: Readonly<Record<string, FixingDraft>>) {
  const lines: ReviewedRow[] = [];
  const invalid: { code: string; side: FixingSide }[] = [];
  for (const row of rows) {
    const draft = drafts[row.code];
    if (!draft) continue;
    const checked = checkFixing(row, draft);
    if (checked.outcome === 'invalid')
      invalid.push(...checked.sides.map((side) => ({ code: row.code, side })));
    if (checked.outcome !== 'ready') continue;
    const { amounts, doubts } = checked;
    const sides = changedSides(row, draft).flatMap((side) => sideOf(row, side, amounts[side]));
    lines.push({ row, sides, doubts, amounts });
  }
  return { lines, invalid };
}

function sideOf(row: RateRow, side: FixingSide, next: number | null): ReviewedSide[] {
  if (next === null) return [];
  const margin = isUnrelated(next, row.rate) ? null : marginOf(side, next, row.rate);
  return [{ side, old: row[side], next, margin }];
}
