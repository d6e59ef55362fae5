import { unzipSync, zipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { MAX_LINES } from '#domain/sheets/split-table.ts';
import type { TableCells } from '#domain/sheets/table-numbers.ts';
import { TableRefusal } from './table-refusal.ts';

const MAX_UNPACKED_BYTES = 20_000_000;
const MAX_PARTS = 1_000;

const TOO_MUCH =
  'Ce classeur est trop volumineux une fois décompressé. Gardez seulement la feuille des taux, ou un CSV.';
const TOO_FAR = 'Cette feuille va au-delà de 5 000 lignes ou de 700 colonnes. Gardez seulement les taux.';
export const NO_WORKBOOK =
  'Ce fichier n’est pas un classeur .xlsx que l’on puisse lire. Enregistrez-le de nouveau, ou en CSV.';

export async function readWorkbook(bytes: Uint8Array): Promise<TableCells> {
  const parts = Object.entries(unpack(bytes)).map(([name, part]): [string, Uint8Array] => [
    name,
    sanitizePart(part),
  ]);
  // uncompressed, since the reader would unpack in workers that the page's policy refuses
  const tamed = zipSync(Object.fromEntries(parts), { level: 0 });
  try {
    const rows = await readSheet(new Blob([tamed as Uint8Array<ArrayBuffer>]), { trim: false });
    // the reader's types name a class of day that is no day here
    return rows.map((row) =>
      row.map((cell: unknown) => (typeof cell === 'number' || cell === null ? cell : formatCell(cell))),
    );
  } catch {
    throw new TableRefusal(NO_WORKBOOK);
  }
}

/** Unpacks no part beyond its declared size, and counts the declared sizes first. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  let count = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!/\.(?:xml|rels)$/.test(name)) return false;
        total += Math.max(size, originalSize);
        count += 1;
        if (!(total <= MAX_UNPACKED_BYTES) || count > MAX_PARTS) throw new TableRefusal(TOO_MUCH);
        return true;
      },
    });
  } catch (error) {
    throw error instanceof TableRefusal ? error : new TableRefusal(NO_WORKBOOK);
  }
}

/** Tag that begins before the last one has ended: the reader takes minutes for a million of them. */
const UNFINISHED_TAG = /<[^<>]*(?:<|$)/;
const EMPTY_ROW = /<(?:\w+:)?row\b[^<>]*(?:\/>|>\s*<\/(?:\w+:)?row>)/g;
const EMPTY_CELL = /<(?:\w+:)?c\b[^<>]*\/>/g;
const ROW = /<(?:\w+:)?row\b[^<>]*?\br\s*=\s*["'](\d+)["']/g;
const CELL = /<(?:\w+:)?c\b[^<>]*?\br\s*=\s*["']([A-Z]+)(\d+)["']/gi;
const ERROR = /(<(?:\w+:)?c\b[^<>]*?\bt\s*=\s*["'])e(["'])/g;

/**
 * Makes a sheet safe to read: the reader fills every gap up to the last row and column, and refuses a whole
 * sheet for one error cell such as #N/A.
 */
function sanitizePart(part: Uint8Array): Uint8Array {
  const xml = new TextDecoder().decode(part);
  if (UNFINISHED_TAG.test(xml)) throw new TableRefusal(NO_WORKBOOK);
  if (!xml.includes('sheetData')) return part;
  const sanitized = xml.replace(EMPTY_CELL, '').replace(EMPTY_ROW, '').replace(ERROR, '$1str$2');
  for (const [, row] of sanitized.matchAll(ROW)) if (Number(row) > MAX_LINES) throw new TableRefusal(TOO_FAR);
  for (const [, column = '', row] of sanitized.matchAll(CELL)) {
    if (column.length > 2 || Number(row) > MAX_LINES) throw new TableRefusal(TOO_FAR);
  }
  return new TextEncoder().encode(sanitized);
}

function formatCell(cell: unknown): string {
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
