import { useMemo, useState } from 'react';
import type { RateRow } from '#domain/rates/fixing.ts';
import { readTable } from '#domain/sheets/rate-table.ts';
import type { Keeping } from '#domain/sheets/settle-repeated.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import type { TableForm } from '#domain/sheets/table-form.ts';
import type { LineEdit } from '#domain/sheets/table-line.ts';
import type { TableCells } from '#domain/sheets/table-numbers.ts';
import type { Reading } from '#domain/sheets/table-reading.ts';

export type PreviewSource = {
  cells: TableCells;
  base: string;
  rates: readonly RateRow[];
  unit: QuoteUnit;
  remembered: TableForm | null;
};

export type Preview = ReturnType<typeof usePreview>;

const NO_KEEPING: Keeping = { all: null, lines: {} };

// Reading of a table with what a person chose. `first` is the reading before any line was corrected, which orders them.
export function usePreview({ cells, base, rates, unit, remembered }: PreviewSource) {
  const [form, setForm] = useState<TableForm>();
  const [corrections, setCorrections] = useState<ReadonlyMap<number, Reading>>(new Map());
  const [edits, setEdits] = useState<ReadonlyMap<number, LineEdit>>(new Map());
  const [keeping, setKeeping] = useState(NO_KEEPING);
  const known = useMemo(() => ({ base, rates, unit, remembered }), [base, rates, unit, remembered]);
  const first = useMemo(() => readTable(cells, known, form ? { form } : {}), [cells, known, form]);
  const table = useMemo(
    () => readTable(cells, known, { ...(form && { form }), corrections, edits, keeping }),
    [cells, known, form, corrections, edits, keeping],
  );
  return {
    first,
    table,
    changeForm(change: Partial<TableForm>) {
      setForm({ ...table.form, ...change });
      setCorrections(new Map());
    },
    swapColumns() {
      const { purchase, sale } = table.form;
      setForm({ ...table.form, purchase: sale, sale: purchase });
      setCorrections(new Map());
    },
    correct: (line: number, reading: Reading) => setCorrections(new Map(corrections).set(line, reading)),
    edit(line: number, edit: LineEdit) {
      setEdits(new Map(edits).set(line, edit));
      setCorrections(without(corrections, line));
    },
    undo(line: number) {
      setEdits(without(edits, line));
      setCorrections(without(corrections, line));
    },
    keep: (code: string, line: number) =>
      setKeeping({ ...keeping, lines: { ...keeping.lines, [code]: line } }),
    keepAll: (all: 'first' | 'last') => setKeeping({ all, lines: {} }),
    keepNone: () => setKeeping(NO_KEEPING),
    keepsAll: keeping.all,
  };
}

function without<T>(map: ReadonlyMap<number, T>, line: number): ReadonlyMap<number, T> {
  const left = new Map(map);
  left.delete(line);
  return left;
}
