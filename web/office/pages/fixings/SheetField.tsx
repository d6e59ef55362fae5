import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect } from 'react';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { TextInput } from '#web/shared/ui/TextInput.tsx';
import {
  amountOf,
  formatQuote,
  formatStoredRate,
  leaveCell,
  resetCell,
  typeCell,
  undoChange,
  useCells,
} from './cells.ts';
import { type DraftOrigin, leaveDraft, type RowDraft } from './drafts.ts';
import { fieldId, fieldOf, focusField, focusFirst, moveBetweenRows } from './fields.ts';
import { PUBLISH_BAR_ID } from './PublishBar.tsx';
import styles from './Sheet.module.css';
import { moveCurrency } from './sheet-calls.ts';
import { isSuspended } from './sheet-state.ts';
import { FittedFigure, sizeOf } from './sheet-text.tsx';

const SIDE_TITLES = { purchase: 'Achat', sale: 'Vente' } as const;

type Props = {
  row: RateRow;
  draft: RowDraft | undefined;
  side: FixingSide;
  unit: QuoteUnit;
  isBusy: boolean;
  isUnusual: boolean;
  hasTitle?: boolean;
};

export const SheetField = memo(function SheetField({
  row,
  draft,
  side,
  unit,
  isBusy,
  isUnusual,
  hasTitle = false,
}: Props) {
  const id = fieldId(row.code, side);
  const cell = useCells(({ cells }) => cells[id]);
  const isStopped = isSuspended(row.suspended, side);
  const typed = amountOf(draft?.[side]);
  const amount = typed ?? row[side];
  const isChanged = draft?.isChanged === true && typed !== null && typed !== row[side];
  const storedRate = formatStoredRate(amount, cell, unit);
  const shown = cell?.text ?? formatQuote(amount, unit);
  const isTyped = cell !== undefined;
  const error = cell?.isBegun ? null : cell?.sentence;
  // text restored under the caret is selected as on entry, so that the next digit replaces it
  useLayoutEffect(() => {
    const field = fieldOf(row.code, side);
    if (!isTyped && shown !== '' && field === document.activeElement) field?.select();
  }, [row.code, side, isTyped, shown]);
  const notes = [error && `${id}-wrong`, storedRate && `${id}-kept`].filter(Boolean).join(' ');

  return (
    <span className={styles.cell}>
      <TextInput
        size="small"
        before={
          hasTitle ? (
            <span className={styles.fieldTitle} aria-hidden="true">
              {SIDE_TITLES[side]}
            </span>
          ) : null
        }
        className={styles.field}
        id={id}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="next"
        placeholder="0.0"
        aria-label={`${SIDE_TITLES[side]} ${row.code}${isStopped ? ', suspendu' : ''}`}
        aria-invalid={Boolean(error)}
        style={sizeOf(shown)}
        {...(notes ? { 'aria-describedby': notes } : {})}
        data-changed={isChanged}
        data-unusual={isChanged && isUnusual}
        data-stopped={isStopped}
        readOnly={isBusy}
        value={shown}
        onMouseDown={beginPress}
        onMouseUp={endPress}
        onFocus={(event) => enter(event.currentTarget)}
        onBlur={({ relatedTarget }) => {
          // a run of Tab ends where no field follows
          if (!(relatedTarget instanceof HTMLInputElement)) isTabbing = false;
          leaveCell(row, side, unit);
          leaveDraft(row, side);
        }}
        onChange={(event) =>
          typeCell(row, side, event.currentTarget.value, unit, originOf(event.nativeEvent))
        }
        onKeyDown={(event) => press(event, row, side)}
      />
      {error ? (
        <span id={`${id}-wrong`} className={styles.wrong} data-side={side} role="alert">
          {SIDE_TITLES[side]} : {error}
        </span>
      ) : null}
      {storedRate ? (
        <span id={`${id}-kept`} className={styles.kept}>
          <FittedFigure text={storedRate} />
        </span>
      ) : null}
    </span>
  );
});

/** Column where a run of Tab began: Enter goes on below it, as in a spreadsheet. null: no such run. */
let tabRunOrigin: FixingSide | null = null;
let isTabbing = false;

/** True while a press began where all of its field was selected, or selects it. */
let keepsAll = false;

function beginPress({ currentTarget: field }: MouseEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = field;
  isTabbing = false;
  keepsAll = document.activeElement !== field || (selectionStart === 0 && selectionEnd === value.length);
}

/** The browser puts the caret where a press ends; a part that was dragged over stays selected. */
function endPress(event: MouseEvent<HTMLInputElement>): void {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  const isPart = selectionStart !== selectionEnd && !(selectionStart === 0 && selectionEnd === value.length);
  if (keepsAll && !isPart) {
    event.preventDefault();
    event.currentTarget.select();
  }
  keepsAll = false;
}

function originOf(event: Event): DraftOrigin {
  return event instanceof InputEvent && event.inputType === 'insertFromPaste' ? 'pasted' : 'typed';
}

function enter(field: HTMLInputElement): void {
  if (!isTabbing) tabRunOrigin = null;
  isTabbing = false;
  field.select();
}

function press(event: KeyboardEvent<HTMLInputElement>, row: RateRow, side: FixingSide): void {
  const field = event.currentTarget;
  const { key, altKey, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (altKey || isCommand) {
    if (altKey && key === 'ArrowUp') void moveCurrency(row.code, -1, field.id);
    else if (altKey && key === 'ArrowDown') void moveCurrency(row.code, 1, field.id);
    else if (isCommand && key.toLowerCase() === 'z') undoChange();
    else return;
    event.preventDefault();
    return;
  }
  if (key === 'Tab') {
    tabRunOrigin = shiftKey ? null : (tabRunOrigin ?? side);
    isTabbing = true;
    return;
  }
  if (key === 'Enter') moveVertically(field, row.code, shiftKey ? -1 : 1);
  else if (key === 'ArrowDown') moveBetweenRows(field, 1);
  else if (key === 'ArrowUp') moveBetweenRows(field, -1);
  else if (key === 'ArrowRight' && isAtEdge(field, 'end')) moveRight(field, row.code, side);
  else if (key === 'ArrowLeft' && isAtEdge(field, 'start') && side === 'sale')
    focusField(row.code, 'purchase');
  else if (key === 'Escape') resetCell(row, side);
  else if (key === 'F2') field.setSelectionRange(field.value.length, field.value.length);
  else return;
  event.preventDefault();
}

function moveVertically(field: HTMLInputElement, code: string, step: 1 | -1): void {
  const column = document.getElementById(fieldId(code, tabRunOrigin ?? 'purchase'));
  const from = tabRunOrigin && column instanceof HTMLInputElement ? column : field;
  if (moveBetweenRows(from, step) || step < 0) return;
  // the first sale follows the last purchase; the publish bar follows the last sale, where one Enter too many
  // is harmless
  if (tabRunOrigin === null && field.id.startsWith('purchase')) focusFirst('sale');
  else document.getElementById(PUBLISH_BAR_ID)?.focus();
}

function moveRight(field: HTMLInputElement, code: string, side: FixingSide): void {
  if (side === 'purchase') focusField(code, 'sale');
  else field.closest('tr, li')?.querySelector<HTMLElement>('[data-fix]')?.focus();
}

function isAtEdge(field: HTMLInputElement, edge: 'start' | 'end'): boolean {
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (start === 0 && end === value.length) return true;
  return start === end && start === (edge === 'start' ? 0 : value.length);
}
