import { MAX_BYTES, MAX_LINES, splitTable } from '#domain/sheets/split-table.ts';
import type { TableCell, TableCells } from '#domain/sheets/table-numbers.ts';
import { decodeText } from '#domain/text/decode-text.ts';
import { NO_WORKBOOK, readWorkbook } from './read-workbook.ts';
import { TableRefusal } from './table-refusal.ts';

const MAX_COLUMNS = 100;
/** Characters; longer texts are neither currency nor number. */
const MAX_CELL_LENGTH = 200;

/**
 * Cells of a CSV file or of a workbook's first sheet, whatever the file's name. A table needs two columns,
 * and a named workbook without one is refused.
 */
export async function readFile(file: Blob): Promise<TableCells> {
  if (file.size > MAX_BYTES) throw new TableRefusal(TOO_LARGE);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = (...first: number[]) => first.every((byte, i) => bytes[i] === byte);
  if (begins(0x50, 0x4b)) return bounded(await readWorkbook(bytes));
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new TableRefusal(OLD_WORKBOOK);
  const text = decodeText(bytes);
  if (text === null) throw new TableRefusal(NO_TABLE);
  const cells = readText(text);
  if (isNamedWorkbook(file) && cells.every((row) => row.length < 2)) throw new TableRefusal(NO_WORKBOOK);
  return cells;
}

function isNamedWorkbook(file: Blob): boolean {
  return file instanceof File && /\.xlsx$/i.test(file.name);
}

export function readText(text: string): TableCells {
  if (text.length > MAX_BYTES) throw new TableRefusal(TOO_LARGE);
  return bounded(splitTable(text));
}

function bounded(read: TableCells): TableCells {
  const isEmpty = (row: readonly TableCell[]) =>
    row.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));
  const last = read.findLastIndex((row) => !isEmpty(row));
  if (last >= MAX_LINES) throw new TableRefusal(TOO_LONG);
  if (last < 0) throw new TableRefusal('Ce tableau est vide.');
  return read
    .slice(0, last + 1)
    .map((row) =>
      row
        .slice(0, MAX_COLUMNS)
        .map((cell) => (typeof cell === 'string' ? cell.slice(0, MAX_CELL_LENGTH) : cell)),
    );
}

const TOO_LARGE = 'Ce tableau dépasse 2 Mo. Gardez seulement la feuille des taux, sans images.';
const TOO_LONG = 'Ce tableau a plus de 5 000 lignes. Gardez seulement les lignes de taux.';
const OLD_WORKBOOK = 'Ce classeur est au format .xls. Enregistrez-le en .xlsx ou en CSV.';
const NO_TABLE = 'Ce fichier n’est pas lisible. Choisissez un CSV ou un classeur .xlsx.';
