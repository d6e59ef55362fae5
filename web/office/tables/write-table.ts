import writeXlsxFile from 'write-excel-file/universal';
import { decimalOf, decimalText } from '#domain/money/decimal.ts';
import { CSV_MARK, csvLine, withoutFormula } from '#domain/text/csv.ts';

export type TableFormat = 'csv' | 'xlsx';
export type WrittenCell = string | number | null;
export type WrittenTable = readonly (readonly WrittenCell[])[];

/** Format of French spreadsheets, where no cell starts a formula. */
export function writeTable(format: TableFormat, table: WrittenTable): Promise<Blob> {
  return format === 'csv' ? writeCsv(table) : writeWorkbook(table);
}

async function writeCsv(table: WrittenTable): Promise<Blob> {
  const lines = table.map((row) => csvLine(row.map(csvCell), ';'));
  return new Blob([CSV_MARK, ...lines], { type: 'text/csv;charset=utf-8' });
}

function csvCell(cell: WrittenCell): string | null {
  return typeof cell === 'number' ? decimalText(decimalOf(cell)).replace('.', ',') : cell;
}

function writeWorkbook(table: WrittenTable): Promise<Blob> {
  const [titles = [], ...rows] = table;
  const head = titles.map((title) => ({ value: String(title), fontWeight: 'bold' as const }));
  const written = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? withoutFormula(cell) : cell)),
  );
  const columns = titles.map((title) => ({ width: Math.max(12, String(title).length + 2) }));
  return writeXlsxFile([head, ...written], { columns, stickyRowsCount: 1 }).toBlob();
}
