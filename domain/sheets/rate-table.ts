import type { FixingSide } from '../rates/draft.ts';
import { detectForm, type SampleRow } from './detect-form.ts';
import { placeNumbers } from './place-numbers.ts';
import { byLikelihood, readLine } from './read-line.ts';
import { type Keeping, setAside, settleRepeated } from './settle-repeated.ts';
import type { QuoteUnit } from './sheet.ts';
import { currencyFinder, type LineCurrency, quantityIn } from './table-currency.ts';
import type { TableForm } from './table-form.ts';
import type { KnownRate, LineEdit, TableLine } from './table-line.ts';
import { cellOf, isEmptyCell, isNumber, type TableCell, type TableCells, textOf } from './table-numbers.ts';
import type { Reading } from './table-reading.ts';
import { isTitleRow, readTitles } from './table-titles.ts';

// Choices of a person, by line counted from 1. `addsOthers` takes currencies that the company has not.
export type TableChoices = {
  form?: Partial<TableForm> | undefined;
  corrections?: Readonly<Record<number, Reading>>;
  edits?: Readonly<Record<number, LineEdit>>;
  left?: readonly number[];
  keeping?: Keeping;
  addsOthers?: boolean;
};

export type RateTable = {
  form: TableForm;
  // The titles of both columns seem to be the other's.
  seemsSwapped: boolean;
  // Line of the column titles, from 1. null: none.
  header: number | null;
  lines: readonly TableLine[];
  // Currencies of lines that the company has not.
  others: readonly string[];
  skipped: readonly number[];
};

// `own`: currencies of the company; empty: every currency is taken.
export type Known = {
  base: string;
  rates: readonly KnownRate[];
  own?: readonly string[];
  unit?: QuoteUnit;
  remembered?: TableForm | null;
};

// Rates of a table whose currencies are in any column, by code, name, country or colloquial word. Its form fits the mid
// rates best under its titles (`detect-form`), a line is read by it (`read-line`), and `choices` override both.
export function readTable(cells: TableCells, known: Known, choices: TableChoices = {}): RateTable {
  const { base, rates, own = [], unit: usual = 'per_base', remembered = null } = known;
  const find = lineFinder(base, rates);
  const byCode = new Map(rates.map((rate) => [rate.code, rate]));
  const titles = readTitles(cells);
  const first = titles.header === null ? 0 : titles.header + 1;
  const samples = cells.slice(first).flatMap((row): SampleRow[] => {
    if (!row.some(isNumber)) return [];
    const { text, code } = find(row, null);
    const rate = byCode.get(code ?? '');
    if (!rate) return [];
    const { rate: mid, purchase, sale } = rate;
    const currencies = [rate.code, base];
    return [{ mid, current: { purchase, sale }, currencies, cells: row, quantity: quantityIn(text) }];
  });
  const { form, seemsSwapped } = detectForm(samples, titles, { usual, remembered }, choices.form ?? {});
  const skipped: number[] = [];
  const lines = cells.flatMap((written, i): TableLine[] => {
    const line = i + 1;
    const edit = choices.edits?.[line];
    const placed = edit ? editedRow(written, form, edit) : placeNumbers(written, form);
    const row = placed ?? written;
    if (!edit && (i < first || !hasRate(row, form) || isTitleRow(row))) {
      if (i !== titles.header && row.some((cell) => textOf(cell) !== '')) skipped.push(line);
      return [];
    }
    const chosen = byCode.get(edit?.code ?? '')?.code;
    const found = chosen ? { text: chosen, code: chosen, pair: null } : find(row, form);
    const begun = { line, currency: found.text };
    if (found.code === null) {
      const { why, candidates } = found;
      if (!edit && candidates.length === 0 && !row.some(isNumber)) {
        skipped.push(line);
        return [];
      }
      const likely = byLikelihood(candidates, byCode, row, form);
      return [{ ...begun, outcome: 'refused', code: null, why, candidates: likely }];
    }
    const rate = byCode.get(found.code);
    if (!placed)
      return [{ ...begun, outcome: 'refused', code: found.code, why: OTHER_COLUMNS, candidates: [] }];
    const parts = { form, base, found, correction: choices.corrections?.[line], isEdited: Boolean(edit) };
    return rate ? [{ ...begun, ...readLine(row, { ...parts, rate }) }] : [];
  });
  const header = titles.header === null ? null : titles.header + 1;
  return { form, seemsSwapped, header, ...settle(lines, byCode, own, choices), skipped };
}

const OTHER_COLUMNS = 'Cette ligne n’a pas les colonnes du tableau. Corrigez ses nombres.';

// Lines of currencies that the company has not stand apart, until a person adds them.
function settle(
  lines: readonly TableLine[],
  known: ReadonlyMap<string, KnownRate>,
  own: readonly string[],
  choices: TableChoices,
): Pick<RateTable, 'lines' | 'others'> {
  const isOther = ({ line, code }: TableLine) =>
    own.length > 0 && code !== null && !own.includes(code) && choices.edits?.[line]?.code !== code;
  const others = new Set(lines.filter(isOther).flatMap(({ code }) => code ?? []));
  const isApart = (line: TableLine) => !choices.addsOthers && isOther(line);
  const settled = settleRepeated(
    lines.filter((line) => !isApart(line)),
    known,
    choices,
  );
  const apart = settleRepeated(lines.filter(isApart), known, {}).map((line) => setAside(line, 'apart'));
  return { lines: [...settled, ...apart].sort((a, b) => a.line - b.line), others: [...others] };
}

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
  const width = Math.max(row.length, (form.purchase ?? 0) + 1, (form.sale ?? 0) + 1);
  return Array.from({ length: width }, (_, i) => {
    if (i === form.purchase) return edit.purchase;
    return i === form.sale ? edit.sale : (row[i] ?? null);
  });
}

// Texts of a line's figures as they are written, to correct them in place.
export function writtenFigures(row: readonly TableCell[], form: TableForm): Record<FixingSide, string> {
  const placed = placeNumbers(row, form) ?? row;
  return { purchase: textOf(cellOf(placed, form.purchase)), sale: textOf(cellOf(placed, form.sale)) };
}

// Without a column for a side, any number counts, so that its line is shown as refused.
function hasRate(row: readonly TableCell[], { purchase, sale }: TableForm): boolean {
  if (purchase === null && sale === null) return row.some(isNumber);
  return [purchase, sale].some((column) => !isEmptyCell(cellOf(row, column)));
}
