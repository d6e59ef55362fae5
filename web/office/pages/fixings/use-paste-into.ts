import type { ClipboardEvent } from 'react';
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

// Paste into a field of these rows: decision 077.
export function usePasteInto(rows: readonly RateRow[], unit: QuoteUnit, isOfBranch: boolean) {
  const navigate = useNavigate();
  return (event: ClipboardEvent) => {
    const { target: field } = event;
    if (!(field instanceof HTMLInputElement) || field.readOnly) return;
    const at = { row: rows.findIndex(({ code }) => code === codeOf(field.id)), side: sideOf(field) };
    if (at.row < 0) return;
    const paste = parsePaste(event.clipboardData.getData('text'), at, rows, unit);
    if (paste.outcome === 'text') return;
    // a field would join several cells to one figure
    event.preventDefault();
    if (paste.outcome === 'figures') {
      const { newer } = useDrafts.getState();
      const placed = paste.cells.flatMap(({ row: index, side, text }) => {
        const row = rows[index];
        return row ? [{ row: newer[row.code] ?? row, side, text }] : [];
      });
      pasteCells(placed, unit);
    } else if (isOfBranch) announceFailure(NO_TABLE_HERE);
    else {
      pasted = paste.text;
      void navigate(addresses.importRates);
    }
  };
}

const NO_TABLE_HERE =
  'Un tableau se colle dans les taux du bureau. Les taux d’une agence se collent en nombres, sans titres ni codes.';
