import {
  compareDecimals,
  type Decimal,
  decimalNumber,
  decimalOf,
  decimalText,
  parseDecimal,
} from '../money/decimal.ts';
import { describeRateProblem } from '../money/rate-problems.ts';
import { readTypedNumber, type TypedNumber } from '../money/typed-number.ts';
import { fixingAmount } from '../rates/amount.ts';
import { checkFixing, type FixingDoubt, type FixingDraft, type FixingSide } from '../rates/draft.ts';
import type { RateRow } from '../rates/fixing.ts';
import { quoteOf, roundTripOf } from '../rates/quote-unit.ts';
import { searchForm } from '../text/search.ts';
import { AMOUNT_REQUIREMENT } from './parse-paste.ts';
import type { QuoteUnit } from './sheet.ts';
import { currencyFinder, type LineCurrency } from './table-currency.ts';
import { unitInTitle } from './unit-titles.ts';

export type TableCell = string | number | null;
export type TableCells = readonly (readonly TableCell[])[];

export type KnownRate = Pick<RateRow, 'code' | 'label' | 'rate' | 'purchase' | 'sale'>;

export type TableColumns = Readonly<Record<FixingSide, number | null>>;

export type TableLine = {
  /** Counted from 1, as in a spreadsheet. */
  line: number;
  currency: string;
} & (
  | {
      outcome: 'new' | 'changed' | 'unchanged';
      code: string;
      draft: FixingDraft;
      doubts: readonly FixingDoubt[];
      isRounded: boolean;
    }
  | { outcome: 'refused'; code: string | null; why: string }
);

export type RateTable = {
  columns: TableColumns;
  /** Line of the column titles, from 1. null: none. */
  header: number | null;
  lines: readonly TableLine[];
  skipped: readonly number[];
};

const SIDES = ['purchase', 'sale'] as const;
const TITLES: Readonly<Record<FixingSide, readonly string[]>> = {
  purchase: ['achat', 'achats', 'rachat', 'achetons', 'buy', 'buying', 'purchase', 'bid'],
  sale: ['vente', 'ventes', 'vendons', 'sell', 'selling', 'sale', 'ask'],
};
const MAX_LINES_BEFORE_HEADER = 30;
const EMPTY_CELL = /^[-\u2010-\u2015\u2212/. ]*$/;

/**
 * Parses a table of rates whose currencies are in any column, by code, name, country or colloquial word. The sides are
 * the titled columns, otherwise the only two columns of numbers, achat first as on boards; `chosen` overrides both, and
 * titles override `unit`.
 */
export function readTable(
  cells: TableCells,
  { base, rates, unit: usual = 'per_base' }: { base: string; rates: readonly KnownRate[]; unit?: QuoteUnit },
  chosen?: TableColumns,
): RateTable {
  const findAmong = currencyFinder(base, rates);
  const find: Find = (row, { purchase, sale }) =>
    findAmong(
      row
        .filter((cell, i) => typeof cell === 'string' && i !== purchase && i !== sale && !isNumber(cell))
        .map(textOf),
    );
  const header = findHeader(cells);
  const first = header === null ? 0 : header + 1;
  const titled = header === null ? null : titledColumns(cells[header] ?? []);
  const unit = unitOf(header === null ? [] : (cells[header] ?? [])) ?? usual;
  const columns = chosen ?? titled ?? onlyNumbers(cells.slice(first), find);
  const known = new Map(rates.map((rate) => [rate.code, rate]));
  const seen = new Map<string, number>();
  const skipped: number[] = [];
  const lines = cells.flatMap((row, i): TableLine[] => {
    const line = i + 1;
    if (i < first || !hasRate(row, columns)) {
      if (i !== header && row.some((cell) => textOf(cell) !== '')) skipped.push(line);
      return [];
    }
    const found = find(row, columns);
    const begun = { line, currency: found.text };
    if (found.code === null) return [{ ...begun, outcome: 'refused', code: null, why: found.why }];
    const before = seen.get(found.code);
    if (before !== undefined) {
      const why = `${found.code} est déjà à la ligne ${before}.`;
      return [{ ...begun, outcome: 'refused', code: found.code, why }];
    }
    seen.set(found.code, line);
    const rate = known.get(found.code);
    return rate ? [{ ...begun, ...readLine(row, columns, rate, { base, unit }) }] : [];
  });
  return { columns, header: header === null ? null : header + 1, lines, skipped };
}

function unitOf(titles: readonly TableCell[]): QuoteUnit | undefined {
  const written = titles.filter((cell) => titleOf(cell)).flatMap((cell) => unitInTitle(textOf(cell)) ?? []);
  return written[0];
}

type ParsedLine = TableLine extends infer L
  ? L extends unknown
    ? Omit<L, 'line' | 'currency'>
    : never
  : never;

function readLine(
  row: readonly TableCell[],
  columns: TableColumns,
  rate: KnownRate,
  { base, unit }: { base: string; unit: QuoteUnit },
): ParsedLine {
  const { code } = rate;
  const draft: Partial<Record<FixingSide, string>> = {};
  let isRounded = false;
  if (columns.purchase === null && columns.sale === null) {
    return { outcome: 'refused', code, why: NO_COLUMN };
  }
  for (const side of SIDES) {
    const read = readAmount(cellOf(row, columns[side]), {
      currencies: [code, base],
      unit,
      current: rate[side],
    });
    if ('why' in read) return { outcome: 'refused', code, why: `${SIDE_NAMES[side]} : ${read.why}` };
    if (read.text !== '') draft[side] = read.text;
    isRounded ||= read.isRounded;
  }
  const checked = checkFixing(rate, draft);
  // each side was checked when it was parsed
  if (checked.outcome !== 'ready') return { outcome: 'unchanged', code, draft, doubts: [], isRounded };
  const isNew = rate.purchase === null && rate.sale === null;
  return { outcome: isNew ? 'new' : 'changed', code, draft, doubts: checked.doubts, isRounded };
}

const SIDE_NAMES = { purchase: 'Achat', sale: 'Vente' } as const;
const NO_COLUMN =
  'Rien ne dit où sont l’achat et la vente. Choisissez leurs colonnes, ou donnez-leur les titres « Achat » et « Vente ».';

type ParsedAmount = { text: string; isRounded: boolean } | { why: string };

type Amount = { currencies: readonly string[]; unit: QuoteUnit; current: number | null };

function readAmount(cell: TableCell, { currencies, unit, current }: Amount): ParsedAmount {
  const kind = unit === 'per_base' ? 'rate' : 'quote';
  const { typed, isRounded } = readNumber(cell, kind, currencies);
  if (typed.outcome === 'empty') return { text: '', isRounded };
  if (typed.outcome === 'unreadable') return { why: describeRateProblem(typed.problem, kind) };
  if (unit === 'per_base') {
    if (!fixingAmount(decimalNumber(typed.decimal))) return { why: `Il faut ${AMOUNT_REQUIREMENT}` };
    return { text: decimalText(typed.decimal), isRounded };
  }
  // a rate equal to the company's at the digits of the table is that rate
  const known = current === null ? null : decimalOf(current);
  if (known && compareDecimals(quoteOf(known, unit).quote, typed.decimal) === 0) {
    return { text: decimalText(known), isRounded: false };
  }
  const trip = roundTripOf(typed.decimal, unit);
  if (!trip) return { why: `Il faut ${AMOUNT_REQUIREMENT}` };
  return { text: decimalText(trip.stored), isRounded: isRounded || !trip.isExact };
}

/** Text is exact. A computed number may have more decimals than a fixing, and is rounded. */
function readNumber(
  cell: TableCell,
  kind: 'rate' | 'quote',
  currencies: readonly string[],
): { typed: TypedNumber; isRounded: boolean } {
  if (typeof cell !== 'number') {
    const text = textOf(cell);
    const typed = EMPTY_CELL.test(text) ? EMPTY : readTypedNumber(text, kind, currencies);
    return { typed, isRounded: false };
  }
  if (cell < 0) return { typed: { outcome: 'unreadable', problem: 'negative' }, isRounded: false };
  // a double has at most 15 significant digits
  const displayed = parseDecimal(String(Number(cell.toPrecision(15))));
  if (displayed && (kind === 'quote' || displayed.scale <= 8))
    return { typed: { outcome: 'read', decimal: displayed }, isRounded: false };
  const rounded: Decimal | null = cell < 1e7 ? parseDecimal(cell.toFixed(8)) : null;
  const typed: TypedNumber = rounded
    ? { outcome: 'read', decimal: rounded }
    : { outcome: 'unreadable', problem: 'digits' };
  return { typed, isRounded: true };
}

const EMPTY: TypedNumber = { outcome: 'empty' };

/** Without a column for a side, any number counts, so that its line is shown as refused. */
function hasRate(row: readonly TableCell[], { purchase, sale }: TableColumns): boolean {
  if (purchase === null && sale === null) return row.some(isNumber);
  return [purchase, sale].some((column) => !EMPTY_CELL.test(textOf(cellOf(row, column))));
}

function isNumber(cell: TableCell): boolean {
  return readNumber(cell, 'quote', []).typed.outcome === 'read';
}

function findHeader(cells: TableCells): number | null {
  const begin = cells.slice(0, MAX_LINES_BEFORE_HEADER);
  const titled = (sides: readonly FixingSide[]) =>
    begin.findIndex((row) => sides.every((side) => row.some((cell) => titleOf(cell) === side)));
  // 'Taux de vente du jour' may be above both titles
  const at = [SIDES, ['purchase'] as const, ['sale'] as const].map(titled).find((found) => found >= 0);
  return at ?? null;
}

/** null: names no side, or both. */
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

type Find = (row: readonly TableCell[], columns: TableColumns) => LineCurrency;

const NO_COLUMNS: TableColumns = { purchase: null, sale: null };

function onlyNumbers(cells: TableCells, find: Find): TableColumns {
  const rows = cells.filter((row) => row.some(isNumber) && find(row, NO_COLUMNS).code !== null);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const columns = Array.from({ length: width }, (_, i) => i).filter((column) => {
    const written = rows.map((row) => cellOf(row, column)).filter((cell) => !EMPTY_CELL.test(textOf(cell)));
    return written.length > 0 && 2 * written.filter(isNumber).length >= written.length;
  });
  const [purchase, sale, ...others] = columns;
  return purchase === undefined || sale === undefined || others.length > 0 ? NO_COLUMNS : { purchase, sale };
}

function cellOf(row: readonly TableCell[], column: number | null): TableCell {
  return column === null ? null : (row[column] ?? null);
}

function textOf(cell: TableCell): string {
  return cell === null ? '' : String(cell).trim();
}
