import type { FixingSide } from '../rates/draft.ts';
import { detectForm, type SampleRow } from './detect-form.ts';
import { byLikelihood, readLine } from './read-line.ts';
import { type Keeping, settleRepeated } from './settle-repeated.ts';
import type { QuoteUnit } from './sheet.ts';
import { currencyFinder, type LineCurrency, quantityIn } from './table-currency.ts';
import type { TableForm } from './table-form.ts';
import type { KnownRate, LineEdit, TableLine } from './table-line.ts';
import { cellOf, isEmptyCell, isNumber, type TableCell, type TableCells, textOf } from './table-numbers.ts';
import type { Reading } from './table-reading.ts';
import { isTitleRow, readTitles } from './table-titles.ts';

export type TableChoices = {
  form?: Partial<TableForm>;
  corrections?: ReadonlyMap<number, Reading>;
  edits?: ReadonlyMap<number, LineEdit>;
  keeping?: Keeping;
};

export type RateTable = {
  form: TableForm;
  // The titles of both columns seem to be the other's.
  seemsSwapped: boolean;
  /** Line of the column titles, from 1. null: none. */
  header: number | null;
  lines: readonly TableLine[];
  skipped: readonly number[];
};

export type Known = {
  base: string;
  rates: readonly KnownRate[];
  unit?: QuoteUnit;
  remembered?: TableForm | null;
};

const SIDES = ['purchase', 'sale'] as const;
/**
 * Parses a table of rates whose currencies are in any column, by code, name, country or colloquial word. Its form is the
 * one that fits the mid rates best, under its titles; `choices` override it and correct single lines.
 */
export function readTable(
  cells: TableCells,
  { base, rates, unit: usual = 'per_base', remembered = null }: Known,
  choices: TableChoices = {},
): RateTable {
  const find = lineFinder(base, rates);
  const known = new Map(rates.map((rate) => [rate.code, rate]));
  const titles = readTitles(cells);
  const first = titles.header === null ? 0 : titles.header + 1;
  const samples = cells.slice(first).flatMap((row): SampleRow[] => {
    if (!row.some(isNumber)) return [];
    const { text, code } = find(row, null);
    const rate = code === null ? undefined : known.get(code);
    if (!rate) return [];
    const { purchase, sale, rate: mid } = rate;
    return [
      {
        mid,
        current: { purchase, sale },
        currencies: [rate.code, base],
        cells: row,
        quantity: quantityIn(text),
      },
    ];
  });
  const { form, seemsSwapped } = detectForm(samples, titles, { usual, remembered }, choices.form ?? {});
  const skipped: number[] = [];
  const lines = cells.flatMap((written, i): TableLine[] => {
    const line = i + 1;
    const edit = choices.edits?.get(line);
    const row = edit ? editedRow(written, form, edit) : placeShifted(written, form);
    if (!edit && (i < first || !hasRate(row, form) || isTitleRow(row))) {
      if (i !== titles.header && row.some((cell) => textOf(cell) !== '')) skipped.push(line);
      return [];
    }
    const found = edit?.code ? { text: edit.code, code: edit.code, pair: null } : find(row, form);
    const begun = { line, currency: found.text };
    const rate = found.code === null ? undefined : known.get(found.code);
    if (found.code === null || !rate) {
      const { why, candidates } = found.code === null ? found : NOTHING_KNOWN;
      if (!edit && candidates.length === 0 && !row.some(isNumber)) {
        skipped.push(line);
        return [];
      }
      const likely = byLikelihood(candidates, known, row, form);
      return [{ ...begun, outcome: 'refused', code: null, why, candidates: likely }];
    }
    const correction = choices.corrections?.get(line);
    return [
      { ...begun, ...readLine(row, { form, rate, base, found, correction, isEdited: edit !== undefined }) },
    ];
  });
  return {
    form,
    seemsSwapped,
    header: titles.header === null ? null : titles.header + 1,
    lines: settleRepeated(lines, choices.keeping),
    skipped,
  };
}

const NOTHING_KNOWN = { why: 'Aucune devise reconnue.', candidates: [] };

function lineFinder(base: string, rates: readonly KnownRate[]) {
  const findAmong = currencyFinder(base, rates);
  return (row: readonly TableCell[], form: TableForm | null): LineCurrency =>
    findAmong(
      row
        .filter(
          (cell, i) =>
            typeof cell === 'string' && i !== form?.purchase && i !== form?.sale && !isNumber(cell),
        )
        .map(textOf),
    );
}

function editedRow(row: readonly TableCell[], form: TableForm, edit: LineEdit): TableCell[] {
  const edited = [...row];
  for (const side of SIDES) {
    const column = form[side];
    if (column === null) continue;
    while (edited.length < column) edited.push(null);
    edited[column] = edit[side];
  }
  return edited;
}

// A line from elsewhere, which is narrower than the table, has its two figures where it has them.
function placeShifted(row: readonly TableCell[], { purchase, sale }: TableForm): readonly TableCell[] {
  if (purchase === null || sale === null || Math.max(purchase, sale) < row.length) return row;
  const figures = row.filter(isNumber);
  if (figures.length !== 2) return row;
  const placed: TableCell[] = row.map((cell) => (isNumber(cell) ? null : cell));
  while (placed.length <= Math.max(purchase, sale)) placed.push(null);
  const label = placed
    .map(textOf)
    .filter((text) => text !== '')
    .join(' ');
  placed.fill(null);
  const free = [0, 1, 2].find((column) => column !== purchase && column !== sale) ?? 0;
  placed[free] = label;
  placed[Math.min(purchase, sale)] = figures[0] ?? null;
  placed[Math.max(purchase, sale)] = figures[1] ?? null;
  return placed;
}

// Texts of a line's figures as they are written, to correct them in place.
export function writtenFigures(row: readonly TableCell[], form: TableForm): Record<FixingSide, string> {
  const placed = placeShifted(row, form);
  return { purchase: textOf(cellOf(placed, form.purchase)), sale: textOf(cellOf(placed, form.sale)) };
}

/** Without a column for a side, any number counts, so that its line is shown as refused. */
function hasRate(row: readonly TableCell[], { purchase, sale }: TableForm): boolean {
  if (purchase === null && sale === null) return row.some(isNumber);
  return [purchase, sale].some((column) => !isEmptyCell(cellOf(row, column)));
}
