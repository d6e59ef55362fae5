import { type Decimal, parseDecimal } from '../money/decimal.ts';
import { readTypedNumber, type TypedNumber } from '../money/typed-number.ts';
import type { DecimalSign } from './table-form.ts';

export type TableCell = string | number | null;
export type TableCells = readonly (readonly TableCell[])[];

const EMPTY_CELL = /^(?:[-\u2010-\u2015\u2212/. ]*|n\.?\s?[cd]\.?|n\.?\/?a\.?)$/i;
const LONE_GROUP: Readonly<Record<Exclude<DecimalSign, 'either'>, RegExp>> = {
  comma: /(?<![\d.,])([1-9]\d{0,2})\.(\d{3})(?![\d.,])/,
  point: /(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?![\d.,])/,
};

const EMPTY: TypedNumber = { outcome: 'empty' };

export type CellNumber = { typed: TypedNumber; isRounded: boolean };

// Text is exact. A computed number may have more digits than a decimal, and is rounded.
export function readCell(
  cell: TableCell,
  decimals: DecimalSign = 'either',
  currencies: readonly string[] = [],
): CellNumber {
  if (typeof cell !== 'number') {
    const text = textOf(cell);
    if (isEmptyCell(cell)) return { typed: EMPTY, isRounded: false };
    const written = decimals === 'either' ? text : text.replace(LONE_GROUP[decimals], '$1$2');
    return { typed: readTypedNumber(written, 'quote', currencies), isRounded: false };
  }
  if (cell < 0) return { typed: { outcome: 'unreadable', problem: 'negative' }, isRounded: false };
  // a double has at most 15 significant digits
  const displayed = parseDecimal(String(Number(cell.toPrecision(15))));
  if (displayed) return { typed: { outcome: 'read', decimal: displayed }, isRounded: false };
  const rounded: Decimal | null = cell < 1e7 ? parseDecimal(cell.toFixed(8)) : null;
  const typed: TypedNumber = rounded
    ? { outcome: 'read', decimal: rounded }
    : { outcome: 'unreadable', problem: 'digits' };
  return { typed, isRounded: true };
}

export function isNumber(cell: TableCell): boolean {
  return readCell(cell).typed.outcome === 'read';
}

// « 1.595 » and « 1,595 » are a thousand and more by one sign of decimals, and less than two by the other.
export function isLoneGroup(cell: TableCell): boolean {
  return typeof cell === 'string' && (LONE_GROUP.comma.test(cell) || LONE_GROUP.point.test(cell));
}

export function isEmptyCell(cell: TableCell): boolean {
  return typeof cell !== 'number' && EMPTY_CELL.test(textOf(cell));
}

export function textOf(cell: TableCell): string {
  return cell === null ? '' : String(cell).trim();
}

export function cellOf(row: readonly TableCell[], column: number | null): TableCell {
  return column === null ? null : (row[column] ?? null);
}
