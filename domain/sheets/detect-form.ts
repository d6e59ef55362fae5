import type { FixingSide } from '../rates/draft.ts';
import type { QuoteUnit } from './sheet.ts';
import {
  type DecimalSign,
  type TableColumns,
  type TableForm,
  type TableUnit,
  UNIT_SIZES,
} from './table-form.ts';
import { isEmptyCell, isLoneGroup, isNumber, readCell, type TableCell } from './table-numbers.ts';
import { distanceFrom, numberOf, type Reading } from './table-reading.ts';
import type { Titles } from './table-titles.ts';

// Line with a known currency: its mid rate, its present rates, its cells and the quantity beside its currency.
export type SampleRow = {
  mid: number;
  current: Readonly<Record<FixingSide, number | null>>;
  currencies: readonly string[];
  cells: readonly TableCell[];
  quantity: number | null;
};

export type FormHints = { usual: QuoteUnit; remembered: TableForm | null };

const MAX_SAMPLE = 200;
const MAX_NUMBER_COLUMNS = 8;
// Share of lines by which a column is of numbers, a column is of mid rates, or a form is believed.
const MOST = 0.8;
const HALF = 0.5;
const MID = 0.004;
const SAME = 0.0001;
const UNITS = ['per_base', 'base_per_1', 'base_per_100', 'base_per_1000'] as const;
const NO_COLUMNS: TableColumns = { purchase: null, sale: null };

type Proposal = TableForm & { fits: number; swappedFits: number };

// Form that fits the mid rates best. Titles and what a company took last come before others that fit as well.
export function detectForm(
  all: readonly SampleRow[],
  titles: Titles,
  hints: FormHints,
  fixed: Partial<TableForm>,
): { form: TableForm; seemsSwapped: boolean } {
  const rows = evenSample(all);
  const numbers = numberColumns(rows);
  const quantity = fixed.quantity ?? quantityColumn(rows, titles, numbers);
  const columns = columnChoices(rows, { titles, hints, fixed, numbers, quantity });
  const signs = signChoices(rows, columns, hints, fixed);
  const units = unitChoices(titles, hints, fixed, quantity);
  const read = reader(rows);
  const propose = (form: TableForm): Proposal => {
    const turned = { ...form, purchase: form.sale, sale: form.purchase };
    return { ...form, fits: countFits(rows, form, read), swappedFits: countFits(rows, turned, read) };
  };
  const proposals = columns.flatMap((pair) =>
    signs.flatMap((decimals) =>
      units.flatMap((unit) =>
        propose({ unit, decimals, quantity: fixed.quantity === null ? null : quantity, ...pair }),
      ),
    ),
  );
  const [first] = proposals;
  if (!first) throw new RangeError('a table has a unit, a sign and columns');
  const isGiven = columns.length === 1;
  const score = ({ fits, swappedFits }: Proposal) => (isGiven ? Math.max(fits, swappedFits) : fits);
  const best = proposals.reduce((one, other) => (score(other) > score(one) ? other : one));
  // accidents of a few lines change nothing
  const isBelieved =
    score(best) >= HALF * rows.length && !(hints.remembered && score(first) >= HALF * score(best));
  const chosen = isBelieved ? best : first;
  const { fits, swappedFits, ...form } = chosen;
  if (!isGiven && !isRemembered(form, hints) && isAmbiguous(proposals, chosen)) {
    return { form: { ...form, ...NO_COLUMNS }, seemsSwapped: false };
  }
  return { form, seemsSwapped: swappedFits > fits && swappedFits >= HALF * rows.length };
}

function evenSample(all: readonly SampleRow[]): SampleRow[] {
  const step = Math.max(1, all.length / MAX_SAMPLE);
  return Array.from({ length: Math.min(all.length, MAX_SAMPLE) }, (_, i) => all[Math.floor(i * step)]).filter(
    (row) => row !== undefined,
  );
}

type Read = (row: SampleRow, column: number | null, decimals: DecimalSign) => number | null;

// Each cell is parsed once for each sign.
function reader(rows: readonly SampleRow[]): Read {
  const known = new Map(rows.map((row) => [row, new Map<string, number | null>()]));
  return (row, column, decimals) => {
    if (column === null) return null;
    const cached = known.get(row);
    const key = `${column} ${decimals}`;
    const before = cached?.get(key);
    if (before !== undefined) return before;
    const { typed } = readCell(row.cells[column] ?? null, decimals, row.currencies);
    const value = typed.outcome === 'read' ? numberOf(typed.decimal) : null;
    cached?.set(key, value);
    return value;
  };
}

export function readingOf(
  unit: TableUnit,
  textQuantity: number | null,
  cellQuantity: number | null,
): Reading {
  const usual = unit === 'per_base' || unit === 'base_per_quantity' ? 1 : UNIT_SIZES[unit];
  const quantity = textQuantity ?? (unit === 'base_per_quantity' ? (cellQuantity ?? 1) : usual);
  return { isPrice: unit !== 'per_base', quantity, power: 0, isSwapped: false };
}

function countFits(rows: readonly SampleRow[], form: TableForm, read: Read): number {
  return rows.filter((row) => {
    const amounts = {
      purchase: read(row, form.purchase, form.decimals),
      sale: read(row, form.sale, form.decimals),
    };
    const reading = readingOf(form.unit, row.quantity, read(row, form.quantity, 'either'));
    return (
      isPresent(row, amounts, reading) || distanceFrom(row.mid, amounts, reading) < Number.POSITIVE_INFINITY
    );
  }).length;
}

// Figures of the rates that the company has, however far from the mid rate.
function isPresent({ current }: SampleRow, amounts: SampleRow['current'], reading: Reading): boolean {
  const written = (['purchase', 'sale'] as const).filter((side) => amounts[side] !== null);
  return (
    written.length > 0 &&
    written.every((side) => {
      const figure = amounts[side] ?? 1;
      const rate = reading.isPrice ? reading.quantity / figure : figure;
      return Math.abs(rate / (current[side] ?? 0) - 1) < SAME;
    })
  );
}

function numberColumns(rows: readonly SampleRow[]): number[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, i) => i).filter((column) => {
    const written = rows.map(({ cells }) => cells[column] ?? null).filter((cell) => !isEmptyCell(cell));
    return written.length > 0 && 2 * written.filter(isNumber).length >= written.length;
  });
}

// Titled column, otherwise one of powers of ten alone beside two others.
function quantityColumn(
  rows: readonly SampleRow[],
  titles: Titles,
  numbers: readonly number[],
): number | null {
  if (titles.quantity !== null) return numbers.includes(titles.quantity) ? titles.quantity : null;
  if (numbers.length < 3) return null;
  const isQuantity = (cell: TableCell) =>
    isEmptyCell(cell) || /^10{0,4}$/.test(String(cell).replace(/\s/g, ''));
  return numbers.find((column) => rows.every(({ cells }) => isQuantity(cells[column] ?? null))) ?? null;
}

type Choices = {
  titles: Titles;
  hints: FormHints;
  fixed: Partial<TableForm>;
  numbers: readonly number[];
  quantity: number | null;
};

function columnChoices(rows: readonly SampleRow[], choices: Choices): TableColumns[] {
  const { titles, hints, fixed, numbers, quantity } = choices;
  if (fixed.purchase !== undefined && fixed.sale !== undefined) {
    return [{ purchase: fixed.purchase, sale: fixed.sale }];
  }
  const titled = titles.columns;
  const isOfNumbers = (column: number | null) => column !== null && numbers.includes(column);
  if (titled && (isOfNumbers(titled.purchase) || isOfNumbers(titled.sale) || rows.length === 0))
    return [titled];
  const { remembered } = hints;
  const known = remembered && { purchase: remembered.purchase, sale: remembered.sale };
  const ofRates = numbers.filter((column) => column !== quantity && !isOfMidRates(rows, column));
  const free = ofRates.length >= 2 ? ofRates : numbers.filter((column) => column !== quantity);
  const pairs = free
    .slice(0, MAX_NUMBER_COLUMNS)
    .flatMap((purchase) =>
      free.slice(0, MAX_NUMBER_COLUMNS).flatMap((sale) => (purchase === sale ? [] : [{ purchase, sale }])),
    );
  if (pairs.length === 0) return [titled ?? NO_COLUMNS];
  const isKnown = (pair: TableColumns) => pair.purchase === known?.purchase && pair.sale === known.sale;
  return [...pairs.filter(isKnown), ...pairs.filter((pair) => !isKnown(pair))];
}

function isOfMidRates(rows: readonly SampleRow[], column: number): boolean {
  const distances = rows.flatMap(({ mid, cells }) => {
    const { typed } = readCell(cells[column] ?? null);
    const value = typed.outcome === 'read' ? numberOf(typed.decimal) : null;
    if (value === null) return [];
    return [
      Math.min(
        ...[1, 100, 1000].map((of) => Math.abs(Math.log(of / value / mid))),
        Math.abs(Math.log(value / mid)),
      ),
    ];
  });
  return distances.length > 0 && distances.filter((far) => far < MID).length >= MOST * distances.length;
}

function signChoices(
  rows: readonly SampleRow[],
  columns: readonly TableColumns[],
  { remembered }: FormHints,
  fixed: Partial<TableForm>,
): DecimalSign[] {
  if (fixed.decimals) return [fixed.decimals];
  const first = remembered?.decimals ?? 'either';
  const used = new Set(columns.flatMap(({ purchase, sale }) => [purchase, sale]));
  const isDoubtful = rows.some(({ cells }) =>
    [...used].some((at) => at !== null && isLoneGroup(cells[at] ?? null)),
  );
  const others = (['either', 'comma', 'point'] as const).filter((sign) => sign !== first);
  return isDoubtful ? [first, ...others] : ['either'];
}

function unitChoices(
  titles: Titles,
  { usual, remembered }: FormHints,
  fixed: Partial<TableForm>,
  quantity: number | null,
): TableUnit[] {
  if (fixed.unit) return [fixed.unit];
  if (titles.unit) return [titles.unit];
  const all: TableUnit[] = [
    ...(remembered ? [remembered.unit] : []),
    usual,
    ...(quantity === null ? [] : (['base_per_quantity'] as const)),
    ...UNITS,
  ];
  return [...new Set(all)].filter((unit) => unit !== 'base_per_quantity' || quantity !== null);
}

function isRemembered({ purchase, sale }: TableForm, { remembered }: FormHints): boolean {
  return remembered !== null && remembered.purchase === purchase && remembered.sale === sale;
}

// Two pairs of columns that fit as well, such as the rates of today and of yesterday.
function isAmbiguous(proposals: readonly Proposal[], chosen: TableForm & { fits: number }): boolean {
  const isSamePair = (other: TableForm) =>
    [other.purchase, other.sale].every((column) => column === chosen.purchase || column === chosen.sale);
  return proposals.some((other) => !isSamePair(other) && other.fits >= chosen.fits);
}
