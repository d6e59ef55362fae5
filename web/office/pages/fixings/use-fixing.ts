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
  /** the row as it is now */
  row: RateRow;
  draft: RowDraft | undefined;
  /** how it is being saved, or what became of that */
  saving: SaveState | undefined;
  /** nothing can be typed meanwhile */
  isSaving: boolean;
  /** why a side will not do: what one tried to save, or what was refused as it was entered */
  wrong: Partial<Record<FixingSide, Wrong>>;
  type: (side: FixingSide, text: string) => void;
  /** what was entered did not go into the field, whose value stays */
  refuse: (side: FixingSide, sentence: string) => void;
  paste: (side: FixingSide, text: string) => void;
  leave: (side: FixingSide) => void;
  /** takes back everything that was typed */
  giveBack: () => void;
  save: (from: FixingSide) => void;
};

/** Nothing is saved over a refusal until it was answered by another entry. */
type Wrong = { sentence: string; isRefusal: boolean };

const WRONG: Wrong = { sentence: WRONG_AMOUNT, isRefusal: false };
const SIDES = ['purchase', 'sale'] as const;

/** One row of the grid: what it is, what is typed over it, and how it is saved. Typing renders this row alone. */
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
      // too late: it is on its way
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

/** A number field hides what is no number: its value is then empty, as if nothing had been typed. */
function holdsNoNumber(code: string, side: FixingSide): boolean {
  return fieldOf(code, side)?.validity.badInput === true;
}

/** What is no number is not in the value that React knows, and would stay. */
function emptyOfNoNumber(code: string, side: FixingSide): void {
  const field = fieldOf(code, side);
  if (field && holdsNoNumber(code, side)) field.value = '';
}
