import { type ClipboardEvent, useCallback, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import type { RateRow } from '#domain/rates/fixing.ts';
import { parsePaste } from '#domain/sheets/parse-paste.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { addresses } from '../../addresses.ts';
import { announceFailure } from '../../announce.ts';
import { pasteCells } from './cells.ts';
import { useDrafts } from './drafts.ts';
import { codeOf, sideOf } from './fields.ts';

// Table on its way to the preview.
let pasted = '';

export function takePasted(): string {
  const text = pasted;
  pasted = '';
  return text;
}

// Text that is pasted outside of fields and dialogs, until the result is called. `take` gives false for one left alone.
export function onPasteOutsideFields(take: (text: string) => boolean): () => void {
  const onPaste = (event: globalThis.ClipboardEvent) => {
    const { target, defaultPrevented, clipboardData } = event;
    if (defaultPrevented || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    if (target instanceof Element && target.closest('input, textarea, select')) return;
    if (take(clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  };
  document.addEventListener('paste', onPaste);
  return () => document.removeEventListener('paste', onPaste);
}

// Paste into a field of these rows, or into none: decision 077.
export function usePasteInto(rows: readonly RateRow[], unit: QuoteUnit, isOfBranch: boolean) {
  const navigate = useNavigate();
  const openPreview = useCallback(
    (text: string) => {
      if (isOfBranch) return announceFailure(NO_TABLE_HERE);
      pasted = text;
      void navigate(addresses.importRates);
    },
    [isOfBranch, navigate],
  );
  // a table that is pasted before its page has come, too
  useLayoutEffect(
    () =>
      onPasteOutsideFields((text) => {
        const isTable = parsePaste(text, { row: 0, side: 'purchase' }, [], unit).outcome === 'table';
        if (isTable) openPreview(text);
        return isTable;
      }),
    [unit, openPreview],
  );
  return (event: ClipboardEvent) => {
    const { target: field } = event;
    if (!(field instanceof HTMLInputElement) || field.readOnly) return;
    const at = { row: rows.findIndex(({ code }) => code === codeOf(field.id)), side: sideOf(field) };
    if (at.row < 0) return;
    const paste = parsePaste(event.clipboardData.getData('text'), at, rows, unit);
    if (paste.outcome === 'text') return;
    // a field would join several cells to one figure
    event.preventDefault();
    if (paste.outcome === 'table') return openPreview(paste.text);
    const { newer } = useDrafts.getState();
    const placed = paste.cells.flatMap(({ row: index, side, text }) => {
      const row = rows[index];
      return row ? [{ row: newer[row.code] ?? row, side, text }] : [];
    });
    pasteCells(placed, unit);
  };
}

const NO_TABLE_HERE =
  'Un tableau se colle dans les taux du bureau. Les taux d’une agence se collent en nombres, sans titres ni codes.';
