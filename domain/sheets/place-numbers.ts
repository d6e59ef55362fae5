import type { TableForm } from './table-form.ts';
import { isNumber, type TableCell, textOf } from './table-numbers.ts';

export type NumberColumns = Pick<TableForm, 'purchase' | 'sale' | 'quantity'>;

// Line from elsewhere, which is narrower than its table, with its numbers in the columns that they have there. null: it
// has others, which are no rates of this table.
export function placeNumbers(
  row: readonly TableCell[],
  { purchase, sale, quantity }: NumberColumns,
): readonly TableCell[] | null {
  if (purchase === null || sale === null || Math.max(purchase, sale) < row.length) return row;
  const at = row.flatMap((cell, column) => (isNumber(cell) ? [column] : []));
  const isQuantity = (column: number | undefined) =>
    column !== undefined && /^10*$/.test(textOf(row[column] ?? null).replace(/\s/g, ''));
  // the end of an aligned line was left empty
  if (at.includes(quantity ?? -1) && isQuantity(quantity ?? -1) && at.length < 3) return row;
  const places = [purchase, sale, ...(at.length === 3 && quantity !== null ? [quantity] : [])];
  const columns = places.toSorted((one, other) => one - other);
  if (at.length < 2) return row;
  if (at.length !== columns.length) return null;
  if (at.length === 3 && !isQuantity(at[columns.indexOf(quantity ?? -1)])) return null;
  const texts = row.filter((cell) => !isNumber(cell)).map(textOf);
  const free = [0, 1, 2, 3].find((column) => !columns.includes(column)) ?? 0;
  return Array.from({ length: Math.max(free, ...columns) + 1 }, (_, column) => {
    if (column === free) return texts.filter((text) => text !== '').join(' ');
    return row[at[columns.indexOf(column)] ?? -1] ?? null;
  });
}
