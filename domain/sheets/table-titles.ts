import type { FixingSide } from '../rates/draft.ts';
import { searchForm } from '../text/search.ts';
import type { QuoteUnit } from './sheet.ts';
import type { TableColumns } from './table-form.ts';
import { isNumber, type TableCell, type TableCells, textOf } from './table-numbers.ts';
import { SIDES } from './table-reading.ts';
import { unitInTitle } from './unit-titles.ts';

const TITLES: Readonly<Record<FixingSide, readonly string[]>> = {
  purchase: ['achat', 'achats', 'rachat', 'achetons', 'buy', 'buying', 'purchase', 'bid'],
  sale: ['vente', 'ventes', 'vendons', 'sell', 'selling', 'sale', 'ask'],
};
const QUANTITY_TITLES = [
  'unite',
  'unites',
  'quantite',
  'quantites',
  'qte',
  'nombre',
  'unit',
  'units',
  'pour',
];
const MAX_LINES_BEFORE_HEADER = 30;

export type Titles = {
  // Line of the column titles, from 0. null: none.
  header: number | null;
  columns: TableColumns | null;
  quantity: number | null;
  unit: QuoteUnit | undefined;
};

export function readTitles(cells: TableCells): Titles {
  const header = findHeader(cells);
  if (header === null) return { header, columns: null, quantity: null, unit: undefined };
  const row = cells[header] ?? [];
  const quantity = row.findIndex((cell) => isQuantityTitle(cell));
  const [unit] = row.filter((cell) => titleOf(cell)).flatMap((cell) => unitInTitle(textOf(cell)) ?? []);
  return { header, columns: titledColumns(row), quantity: quantity < 0 ? null : quantity, unit };
}

// Titles that a table repeats on its next page.
export function isTitleRow(row: readonly TableCell[]): boolean {
  return row.some((cell) => titleOf(cell)) && !row.some(isNumber);
}

function isQuantityTitle(cell: TableCell): boolean {
  return typeof cell === 'string' && QUANTITY_TITLES.includes(searchForm(cell.slice(0, 60)));
}

function findHeader(cells: TableCells): number | null {
  const begin = cells.slice(0, MAX_LINES_BEFORE_HEADER);
  const titled = (sides: readonly FixingSide[]) =>
    begin.findIndex((row) => sides.every((side) => row.some((cell) => titleOf(cell) === side)));
  // 'Taux de vente du jour' may be above both titles
  const at = [SIDES, ['purchase'] as const, ['sale'] as const].map(titled).find((found) => found >= 0);
  return at ?? null;
}

// null: names no side, or both.
function titleOf(cell: TableCell): FixingSide | null {
  if (typeof cell !== 'string' || cell.length > 60) return null;
  const words = searchForm(cell).split(' ');
  const sides = SIDES.filter((side) => words.some((word) => TITLES[side].includes(word)));
  return sides.length === 1 ? (sides[0] ?? null) : null;
}

function titledColumns(row: readonly TableCell[]): TableColumns {
  const columnOf = (side: FixingSide): number | null => {
    const titled = row.flatMap((cell, i) => (titleOf(cell) === side ? [i] : []));
    // 'Achat' beside 'Achat de la veille'
    const bare = titled.filter((i) => TITLES[side].includes(searchForm(textOf(row[i] ?? null))));
    const [only, ...others] = bare.length > 0 ? bare : titled;
    return only === undefined || others.length > 0 ? null : only;
  };
  return { purchase: columnOf('purchase'), sale: columnOf('sale') };
}
