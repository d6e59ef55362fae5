import type { FixingDoubt, FixingDraft } from '../rates/draft.ts';
import type { RateRow } from '../rates/fixing.ts';
import type { Reading } from './table-reading.ts';

export type KnownRate = Pick<RateRow, 'code' | 'label' | 'rate' | 'purchase' | 'sale'>;

export type GoodLine = {
  outcome: 'new' | 'changed' | 'unchanged';
  code: string;
  draft: FixingDraft;
  doubts: readonly FixingDoubt[];
  isRounded: boolean;
  // Corrected by a press or by hand.
  isCorrected: boolean;
  // Other lines that say the same.
  alike: readonly number[];
};

export type TableLine = {
  /** Counted from 1, as in a spreadsheet. */
  line: number;
  currency: string;
} & (
  | GoodLine
  | ({ outcome: 'to_choose' | 'not_kept'; why: string } & Pick<GoodLine, 'code' | 'draft' | 'alike'>)
  | { outcome: 'to_correct'; code: string; why: string; correction: Correction }
  | { outcome: 'refused'; code: string | null; why: string; candidates: readonly string[] }
  // `left`: by a person. `apart`: of a currency that the company has not.
  | { outcome: 'left' | 'apart'; code: string | null; alike: readonly number[] }
);

// Reading of one line apart from the table's, and the rates that it makes.
export type Correction = { reading: Reading; draft: FixingDraft };

// Cells of a line as a person typed them over.
export type LineEdit = { code: string | null; purchase: string; sale: string };

export function isGood<L extends TableLine>(line: L): line is L & GoodLine {
  return line.outcome === 'new' || line.outcome === 'changed' || line.outcome === 'unchanged';
}
