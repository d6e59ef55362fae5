import { useMemo } from 'react';
import type { RateRow } from '#domain/rates/fixing.ts';
import { readTable, type TableChoices, writtenFigures } from '#domain/sheets/rate-table.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { TableForm } from '#domain/sheets/table-form.ts';
import type { LineEdit } from '#domain/sheets/table-line.ts';
import type { TableCells } from '#domain/sheets/table-numbers.ts';
import type { Reading } from '#domain/sheets/table-reading.ts';
import { choose } from './pending-table.ts';

// `own`: currencies of the company.
export type PreviewSource = {
  cells: TableCells;
  choices: TableChoices;
  base: string;
  rates: readonly RateRow[];
  own: readonly string[];
  unit: QuoteUnit;
  remembered: TableForm | null;
};

export type Preview = ReturnType<typeof usePreview>;

// Reading of a table with what a person chose. `first` is the reading before any line was changed, which orders them.
export function usePreview({ cells, choices, base, rates, own, unit, remembered }: PreviewSource) {
  const { form, corrections = {}, edits = {}, left = [], addsOthers = false } = choices;
  const { keeping = { all: null, lines: {} } } = choices;
  const known = useMemo(() => ({ base, rates, own, unit, remembered }), [base, rates, own, unit, remembered]);
  const first = useMemo(
    () => readTable(cells, known, { form, addsOthers }),
    [cells, known, form, addsOthers],
  );
  const table = useMemo(() => readTable(cells, known, choices), [cells, known, choices]);
  const changeForm = (change: Partial<TableForm>) =>
    choose({ form: { ...table.form, ...change }, corrections: {} });
  return {
    first,
    table,
    addsOthers,
    keepsAll: keeping.all,
    // figures of a line as they are written, or as a person typed them over
    writtenOf: (line: number) => edits[line] ?? writtenFigures(cells[line - 1] ?? [], table.form),
    changeForm,
    swapColumns: () => changeForm({ purchase: table.form.sale, sale: table.form.purchase }),
    addOthers: (isAdded: boolean) => choose({ addsOthers: isAdded }),
    correct: (line: number, reading: Reading) => choose({ corrections: { ...corrections, [line]: reading } }),
    edit: (line: number, edit: LineEdit) =>
      choose({ edits: { ...edits, [line]: edit }, corrections: without(corrections, line) }),
    leave: (line: number) => choose({ left: [...left, line] }),
    undo(line: number) {
      if (left.includes(line)) choose({ left: left.filter((one) => one !== line) });
      else choose({ edits: without(edits, line), corrections: without(corrections, line) });
    },
    keep: (code: string, line: number) =>
      choose({ keeping: { ...keeping, lines: { ...keeping.lines, [code]: line } } }),
    keepAll: (all: 'first' | 'last') => choose({ keeping: { all, lines: {} } }),
  };
}

function without<T>(ofLines: Readonly<Record<number, T>>, line: number): Readonly<Record<number, T>> {
  const { [line]: _, ...others } = ofLines;
  return others;
}
