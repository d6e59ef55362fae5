import { readTypedNumber } from '../money/typed-number.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { RateRow } from '../rates/fixing.ts';
import type { QuoteUnit } from './sheet.ts';
import { splitTable } from './split-table.ts';

export const AMOUNT_REQUIREMENT = 'un montant positif, inférieur à 10 000 000, avec 8 décimales au plus.';

export type PastedCell = { row: number; side: FixingSide; text: string };

// Paste into a rate's field: one text that the field takes itself, figures for the fields from there on, or a table for
// the preview.
export type Paste =
  | { outcome: 'text' }
  | { outcome: 'figures'; cells: readonly PastedCell[] }
  | { outcome: 'table'; text: string };

type Currencies = Pick<RateRow, 'code' | 'base'>;

const SIDES = ['purchase', 'sale'] as const;

// Figures of a paste into the field at `at` of a grid of `rows`, to the right and down as in a spreadsheet. A table of
// figures that passes the grid's edge gets the codes of its rows, so that the preview knows its currencies.
export function parsePaste(
  text: string,
  at: { row: number; side: FixingSide },
  rows: readonly Currencies[],
  unit: QuoteUnit,
): Paste {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|[\r\n]/);
  const read = (cell: string, row: Currencies | undefined) =>
    readTypedNumber(cell, unit === 'per_base' ? 'rate' : 'quote', row ? [row.code, row.base] : []).outcome;
  const [only = ''] = lines;
  if (lines.length === 1 && !only.includes('\t')) {
    if (read(only, rows[at.row]) !== 'unreadable') return { outcome: 'text' };
    const cells = splitTable(only)[0]?.filter((cell) => cell.trim() !== '') ?? [];
    const figures = cells.filter((cell) => read(cell, rows[at.row]) === 'read');
    if (cells.length < 2 || figures.length === 0) return { outcome: 'text' };
    return figures.length === cells.length
      ? parsePaste(cells.join('\t'), at, rows, unit)
      : { outcome: 'table', text };
  }
  const first = SIDES.indexOf(at.side);
  const cells: PastedCell[] = [];
  let isPlaced = true;
  for (const [i, line] of lines.entries()) {
    const row = rows[at.row + i];
    for (const [j, cell] of line.split('\t').entries()) {
      const outcome = read(cell, row);
      if (outcome === 'unreadable') return { outcome: 'table', text };
      if (outcome === 'empty') continue;
      const side = SIDES[first + j];
      if (row && side) cells.push({ row: at.row + i, side, text: cell.trim() });
      else isPlaced = false;
    }
  }
  return isPlaced
    ? { outcome: 'figures', cells }
    : { outcome: 'table', text: withCodes(lines, rows.slice(at.row)) };
}

function withCodes(lines: readonly string[], rows: readonly Currencies[]): string {
  return lines
    .map((line, i) => (rows[i] && line.trim() !== '' ? `${rows[i].code}\t${line}` : line))
    .join('\n');
}
