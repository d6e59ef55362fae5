import { useState } from 'react';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { RateRow } from '#domain/fixings/fixing.ts';
import { type RowDraft, typeDraft, useRow } from './drafts.ts';
import { fieldId, focusField } from './fields.ts';
import { saveFixing } from './save-fixing.tsx';

export type Fixing = {
  /** the row as it is now */
  row: RateRow;
  draft: RowDraft | undefined;
  isSaving: boolean;
  /** the sides that will not do, once one tried to save */
  wrong: readonly FixingSide[];
  type: (side: FixingSide, text: string) => void;
  save: (from: FixingSide) => void;
};

const SIDES = ['purchase', 'sale'] as const;

/** One row of the grid: what it is, what is typed over it, and how it is saved. Typing renders this row alone. */
export function useFixing(loaded: RateRow): Fixing {
  const { row, draft, isSaving } = useRow(loaded);
  const [wrong, setWrong] = useState<readonly FixingSide[]>([]);

  return {
    row,
    draft,
    isSaving,
    wrong,
    type: (side, text) => {
      typeDraft(row, side, text);
      if (wrong.length > 0) setWrong([]);
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
  const field = document.getElementById(fieldId(code, side));
  return field instanceof HTMLInputElement && field.validity.badInput;
}
