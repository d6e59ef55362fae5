import { CSV_MARK, csvLine } from '../text/csv.ts';
import type { CsvColumn } from '../text/csv-columns.ts';
import { searchForm } from '../text/search.ts';
import { type BranchDraft, EMPTY_BRANCH } from './branch-draft.ts';
import { branchFields } from './fields.ts';

const COLUMNS = Object.values<{ csv: CsvColumn<BranchDraft> | string }>(branchFields)
  .map(({ csv }) => csv)
  .filter((csv) => typeof csv !== 'string');

export const TABLE_TITLES: readonly string[] = COLUMNS.map(({ title }) => title);

const EXAMPLE: BranchDraft = {
  ...EMPTY_BRANCH,
  name: 'Part-Dieu',
  kind: 'station',
  address: '5 place Charles-Béraudier',
  postcode: '69003',
  city: 'Lyon',
  commune: '69383',
  lat: '45.7605',
  lon: '4.8594',
  phone: '04 99 00 00 00',
  access_note: 'Hall 1, côté Rhône',
  hours: 'Mo-Fr 09:00-12:00,14:00-18:00; Sa 10:00-16:00',
  closures: [{ from_day: '2030-08-01', to_day: '2030-08-15', reason: 'Congés' }],
};

/** CSV for a French spreadsheet, readable again without loss. Without branches it contains an example line. */
export function writeBranchTable(branches: readonly BranchDraft[]): string {
  const rows = (branches.length === 0 ? [EXAMPLE] : branches).map((branch) =>
    COLUMNS.map(({ write }) => escapeGuard(write(branch))),
  );
  return CSV_MARK + [TABLE_TITLES, ...rows].map((row) => csvLine(row, ';')).join('');
}

export type TableRow = { line: number; name: string; parts: Partial<BranchDraft>; error: string | null };

/** Lines under the titles, whose order is free. Text: refusal of the whole table. */
export function readBranchTable(cells: readonly (readonly string[])[]): TableRow[] | string {
  const [titles = [], ...rows] = cells;
  const found = titles.map((title) =>
    COLUMNS.find((column) => searchForm(column.title) === searchForm(removeGuard(title))),
  );
  if (!found.some((column) => column?.title === 'Nom')) {
    return 'La première ligne porte les titres des colonnes, dont «\u00a0Nom\u00a0». Partez du modèle.';
  }
  return rows.flatMap((row, at) =>
    row.every((cell) => cell.trim() === '') ? [] : [readRow(found, row, at + 2)],
  );
}

function readRow(
  columns: readonly (CsvColumn<BranchDraft> | undefined)[],
  row: readonly string[],
  line: number,
): TableRow {
  let parts: Partial<BranchDraft> = {};
  let error: string | null = null;
  for (const [at, column] of columns.entries()) {
    if (!column) continue;
    const read = column.read(removeGuard(row[at] ?? ''));
    if (typeof read !== 'string') parts = { ...parts, ...read };
    else error ??= `${column.title}\u00a0: ${read}`;
  }
  return { line, name: parts.name ?? '', parts, error };
}

const GUARDED = /^'(?='*[=+\-@\t\r\n＝＋－＠])/;
const GUARDED_INSIDE = /([,;\t\r\n]"*)'(?='*[=+\-@＝＋－＠])/g;

function escapeGuard(cell: string): string {
  return cell.replace(GUARDED, "''").replaceAll(GUARDED_INSIDE, "$1''");
}

function removeGuard(cell: string): string {
  return cell.trim().replace(GUARDED, '').replaceAll(GUARDED_INSIDE, '$1');
}
