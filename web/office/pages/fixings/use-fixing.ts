import { useState } from 'react';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { AMOUNT_REQUIREMENT, parsePaste } from '#domain/sheets/parse-paste.ts';
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
import { dropQueuedSaves, saveFixing } from './save-fixing.ts';

export type Fixing = {
  row: RateRow;
  draft: RowDraft | undefined;
  saving: SaveState | undefined;
  isSaving: boolean;
  errors: Partial<Record<FixingSide, SideError>>;
  type: (side: FixingSide, text: string) => void;
  refuse: (side: FixingSide, sentence: string) => void;
  paste: (side: FixingSide, text: string) => void;
  leave: (side: FixingSide) => void;
  reset: () => void;
  save: (from: FixingSide) => void;
};

/** A refusal blocks saving until the next entry. */
type SideError = { sentence: string; isRefusal: boolean };

const INVALID_AMOUNT: SideError = { sentence: AMOUNT_REQUIREMENT, isRefusal: false };
const SIDES = ['purchase', 'sale'] as const;

export function useFixing(loaded: RateRow): Fixing {
  const { row, draft, saving } = useRow(loaded);
  const [errors, setErrors] = useState<Fixing['errors']>({});

  function type(side: FixingSide, text: string) {
    typeDraft(row, side, text);
    setErrors({});
  }

  return {
    row,
    draft,
    saving,
    isSaving: isBeingSaved(saving),
    errors,
    type,
    refuse: (side, sentence) => setErrors({ [side]: { sentence, isRefusal: true } }),
    paste: (side, text) => {
      const pasted = parsePaste(text, side, [row.code, row.base]);
      if (pasted.outcome === 'refused') {
        setErrors({ [side]: { sentence: `rien n’a été collé. ${pasted.sentence}`, isRefusal: true } });
        return;
      }
      for (const to of SIDES) if (pasted.draft[to]) type(to, pasted.draft[to]);
    },
    leave: (side) => {
      if (holdsNoNumber(row.code, side)) setErrors({ [side]: INVALID_AMOUNT });
      else leaveDraft(row, side);
    },
    reset: () => {
      dropQueuedSaves(row.code);
      // too late: already sent
      if (isBeingSaved(useDrafts.getState().saves[row.code])) return;
      for (const side of SIDES) emptyOfNoNumber(row.code, side);
      dropDraft(row.code);
      setErrors({});
    },
    save: (from) => {
      const refused = SIDES.filter((side) => errors[side]?.isRefusal);
      const unread = SIDES.filter((side) => holdsNoNumber(row.code, side));
      const stopped = refused.length > 0 ? refused : unread;
      const found = stopped.length > 0 ? stopped : saveFixing({ row, from });
      if (refused.length === 0) setErrors(Object.fromEntries(found.map((side) => [side, INVALID_AMOUNT])));
      if (found[0]) focusField(row.code, found[0]);
    },
  };
}

/** A number field reports an empty value for text that is no number. */
function holdsNoNumber(code: string, side: FixingSide): boolean {
  return fieldOf(code, side)?.validity.badInput === true;
}

function emptyOfNoNumber(code: string, side: FixingSide): void {
  const field = fieldOf(code, side);
  if (field && holdsNoNumber(code, side)) field.value = '';
}
