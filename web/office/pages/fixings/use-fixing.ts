import { useState } from 'react';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { readPasted, WRONG_AMOUNT } from '#domain/sheets/pasted.ts';
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
  row: RateRow;
  draft: RowDraft | undefined;
  saving: SaveState | undefined;
  isSaving: boolean;
  wrong: Partial<Record<FixingSide, Wrong>>;
  type: (side: FixingSide, text: string) => void;
  refuse: (side: FixingSide, sentence: string) => void;
  paste: (side: FixingSide, text: string) => void;
  leave: (side: FixingSide) => void;
  giveBack: () => void;
  save: (from: FixingSide) => void;
};

/** A refusal blocks saving until the next entry. */
type Wrong = { sentence: string; isRefusal: boolean };

const WRONG: Wrong = { sentence: WRONG_AMOUNT, isRefusal: false };
const SIDES = ['purchase', 'sale'] as const;

/** State and actions of one row. Typing renders this row alone. */
export function useFixing(loaded: RateRow): Fixing {
  const { row, draft, saving } = useRow(loaded);
  const [wrong, setWrong] = useState<Fixing['wrong']>({});

  function type(side: FixingSide, text: string) {
    typeDraft(row, side, text);
    setWrong({});
  }

  return {
    row,
    draft,
    saving,
    isSaving: isBeingSaved(saving),
    wrong,
    type,
    refuse: (side, sentence) => setWrong({ [side]: { sentence, isRefusal: true } }),
    paste: (side, text) => {
      const pasted = readPasted(text, side, [row.code, row.base]);
      if (pasted.outcome === 'refused') {
        setWrong({ [side]: { sentence: `rien n’a été collé. ${pasted.sentence}`, isRefusal: true } });
        return;
      }
      for (const to of SIDES) if (pasted.draft[to]) type(to, pasted.draft[to]);
    },
    leave: (side) => {
      if (holdsNoNumber(row.code, side)) setWrong({ [side]: WRONG });
      else leaveDraft(row, side);
    },
    giveBack: () => {
      dropTurns(row.code);
      // too late: already sent
      if (isBeingSaved(useDrafts.getState().saves[row.code])) return;
      for (const side of SIDES) emptyOfNoNumber(row.code, side);
      dropDraft(row.code);
      setWrong({});
    },
    save: (from) => {
      const refused = SIDES.filter((side) => wrong[side]?.isRefusal);
      const unread = SIDES.filter((side) => holdsNoNumber(row.code, side));
      const stopped = refused.length > 0 ? refused : unread;
      const found = stopped.length > 0 ? stopped : saveFixing({ row, from });
      if (refused.length === 0) setWrong(Object.fromEntries(found.map((side) => [side, WRONG])));
      if (found[0]) focusField(row.code, found[0]);
    },
  };
}

/** A number field reports an empty value for text that is no number. */
function holdsNoNumber(code: string, side: FixingSide): boolean {
  return fieldOf(code, side)?.validity.badInput === true;
}

/** Clears text that React does not know of, and would leave. */
function emptyOfNoNumber(code: string, side: FixingSide): void {
  const field = fieldOf(code, side);
  if (field && holdsNoNumber(code, side)) field.value = '';
}
