import { useState } from 'react';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { RateRow } from '#domain/fixings/fixing.ts';
import {
  dropDraft,
  isBeingSaved,
  leaveDraft,
  type RowDraft,
  type SaveState,
  typeDraft,
  useDrafts,
  useRow,
} from './drafts.ts';
import { fieldOf, focusField } from './fields.ts';
import { dropTurns, saveFixing } from './save-fixing.ts';

export type Fixing = {
  /** the row as it is now */
  row: RateRow;
  draft: RowDraft | undefined;
  /** how it is being saved, or what became of that */
  saving: SaveState | undefined;
  /** nothing can be typed meanwhile */
  isSaving: boolean;
  /** the sides that will not do, once one tried to save */
  wrong: readonly FixingSide[];
  type: (side: FixingSide, text: string) => void;
  leave: (side: FixingSide) => void;
  /** takes back everything that was typed */
  giveBack: () => void;
  save: (from: FixingSide) => void;
};

const SIDES = ['purchase', 'sale'] as const;

/** One row of the grid: what it is, what is typed over it, and how it is saved. Typing renders this row alone. */
export function useFixing(loaded: RateRow): Fixing {
  const { row, draft, saving } = useRow(loaded);
  const [wrong, setWrong] = useState<readonly FixingSide[]>([]);

  return {
    row,
    draft,
    saving,
    isSaving: isBeingSaved(saving),
    wrong,
    type: (side, text) => {
      typeDraft(row, side, text);
      if (wrong.length > 0) setWrong([]);
    },
    leave: (side) => {
      if (holdsNoNumber(row.code, side)) setWrong([side]);
      else leaveDraft(row, side);
    },
    giveBack: () => {
      dropTurns(row.code);
      // too late: it is on its way
      if (isBeingSaved(useDrafts.getState().saves[row.code])) return;
      for (const side of SIDES) emptyOfNoNumber(row.code, side);
      dropDraft(row.code);
      setWrong([]);
    },
    save: (from) => {
      const unread = SIDES.filter((side) => holdsNoNumber(row.code, side));
      const found = unread.length > 0 ? unread : saveFixing({ row, from });
      setWrong(found);
      if (found[0]) focusField(row.code, found[0]);
    },
  };
}

/** A number field hides what is no number: its value is then empty, as if nothing had been typed. */
function holdsNoNumber(code: string, side: FixingSide): boolean {
  return fieldOf(code, side)?.validity.badInput === true;
}

/** What is no number is not in the value that React knows, and would stay. */
function emptyOfNoNumber(code: string, side: FixingSide): void {
  const field = fieldOf(code, side);
  if (field && holdsNoNumber(code, side)) field.value = '';
}
