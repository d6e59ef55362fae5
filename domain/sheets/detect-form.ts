import type { FixingSide } from '../rates/draft.ts';
import { placeNumbers } from './place-numbers.ts';
import type { QuoteUnit } from './sheet.ts';
import {
  type DecimalSign,
  type TableColumns,
  type TableForm,
  type TableUnit,
  UNIT_SIZES,
} from './table-form.ts';
import { cellOf, isEmptyCell, isLoneGroup, isNumber, readCell, type TableCell } from './table-numbers.ts';
import { distanceFrom, numberOf, type Reading, SIDES } from './table-reading.ts';
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
// Share of lines by which a column is of mid rates, and by which a form is believed.
const MOST = 0.8;
const HALF = 0.5;
// Distances as natural logarithms: of a mid rate of another source, and of a rate as the company has it.
const MID = 0.004;
const SAME = 0.0001;
const UNITS = ['per_base', 'base_per_1', 'base_per_100', 'base_per_1000'] as const;
const SIGNS = ['either', 'comma', 'point'] as const;

// Lines that fit the mid rates, as they are and with both columns exchanged.
type Proposal = { form: TableForm; fits: number; swappedFits: number };

// Form that fits the mid rates best. Titles and what a company took last come before others that fit as well.
export function detectForm(
  all: readonly SampleRow[],
  titles: Titles,
  hints: FormHints,
  fixed: Partial<TableForm>,
): { form: TableForm; seemsSwapped: boolean } {
  const rows = evenSample(all);
  const numbers = numberColumns(rows);
  const quantity = fixed.quantity === undefined ? quantityColumn(rows, titles, numbers) : fixed.quantity;
  const free = numbers.filter((column) => column !== quantity);
  const columns = columnChoices(rows, free, titles.columns, hints, fixed);
  const signs = signChoices(rows, columns, hints, fixed);
  const units = unitChoices(titles, hints, fixed, quantity);
  const proposals = signs.flatMap((decimals) => {
    const samples = rows.map((row) => parseSample(row, decimals, quantity));
    return columns.flatMap((pair) => {
      const placed = samples.map((sample) => {
        const cells = placeNumbers(sample.row.cells, { ...pair, quantity }) ?? [];
        return cells === sample.row.cells
          ? sample
          : parseSample({ ...sample.row, cells }, decimals, quantity);
      });
      const count = (form: TableForm) => placed.filter((sample) => isFit(sample, form)).length;
      return units.map((unit): Proposal => {
        const form = { unit, decimals, quantity, ...pair };
        const swapped = { ...form, purchase: pair.sale, sale: pair.purchase };
        return { form, fits: count(form), swappedFits: count(swapped) };
      });
    });
  });
  const [first] = proposals;
  if (!first) throw new RangeError('a table has a unit, a sign and columns');
  // titles tell achat from vente, whatever fits
  const isOrdered = columns.length === 1 || hasBoth(titles.columns);
  const score = ({ fits, swappedFits }: Proposal) => (isOrdered ? Math.max(fits, swappedFits) : fits);
  const best = proposals.reduce((one, other) =>
    (score(other) - score(one) || other.fits - one.fits) > 0 ? other : one,
  );
  // accidents of a few lines change nothing
  const isBelieved =
    score(best) >= HALF * rows.length && !(hints.remembered && score(first) >= HALF * score(best));
  const chosen = isBelieved ? best : first;
  const { form, fits, swappedFits } = chosen;
  // rates of today and of yesterday, for instance
  const rival = (other: Proposal) => !isOfSameColumns(other.form, form) && score(other) >= score(chosen);
  if (columns.length > 1 && !isSamePair(form, hints.remembered) && proposals.some(rival)) {
    return { form: { ...form, purchase: null, sale: null }, seemsSwapped: false };
  }
  return { form, seemsSwapped: swappedFits > fits && swappedFits >= HALF * rows.length };
}

function evenSample(all: readonly SampleRow[]): SampleRow[] {
  const step = Math.max(1, all.length / MAX_SAMPLE);
  return all.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step));
}

type Sample = { row: SampleRow; figures: readonly (number | null)[]; quantity: number | null };

function parseSample(row: SampleRow, decimals: DecimalSign, quantity: number | null): Sample {
  const { cells, currencies } = row;
  return {
    row,
    figures: cells.map((cell) => figureIn(cell, decimals, currencies)),
    quantity: figureIn(cellOf(cells, quantity)),
  };
}

function figureIn(cell: TableCell, decimals?: DecimalSign, currencies?: readonly string[]): number | null {
  const { typed } = readCell(cell, decimals, currencies);
  return typed.outcome === 'read' ? numberOf(typed.decimal) : null;
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

function isFit({ row, figures, quantity }: Sample, { unit, purchase, sale }: TableForm): boolean {
  const amounts = { purchase: figures[purchase ?? -1] ?? null, sale: figures[sale ?? -1] ?? null };
  const reading = readingOf(unit, row.quantity, quantity);
  return isPresent(row, amounts, reading) || Number.isFinite(distanceFrom(row.mid, amounts, reading));
}

// Figures of the rates that the company has, however far from the mid rate.
function isPresent({ current }: SampleRow, amounts: SampleRow['current'], reading: Reading): boolean {
  const written = SIDES.filter((side) => amounts[side] !== null);
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
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, i) => i).filter((column) => {
    const written = rows.map(({ cells }) => cells[column] ?? null).filter((cell) => !isEmptyCell(cell));
    return written.length > 0 && written.filter(isNumber).length >= HALF * written.length;
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

// Pairs of columns that may be achat and vente, those of the company's last table first.
function columnChoices(
  rows: readonly SampleRow[],
  free: readonly number[],
  titled: TableColumns | null,
  { remembered }: FormHints,
  { purchase, sale }: Partial<TableForm>,
): TableColumns[] {
  if (purchase !== undefined && sale !== undefined) return [{ purchase, sale }];
  const isOfNumbers = [titled?.purchase, titled?.sale].some((column) => free.includes(column ?? -1));
  if (titled && (isOfNumbers || rows.length === 0)) return [titled];
  const ofRates = free.filter((column) => !isOfMidRates(rows, column));
  const likely = (ofRates.length >= 2 ? ofRates : free).slice(0, MAX_NUMBER_COLUMNS);
  const pairs = likely
    .flatMap((one) => likely.map((other) => ({ purchase: one, sale: other })))
    .filter((pair) => pair.purchase !== pair.sale && isInOrderOf(titled, pair));
  if (pairs.length === 0) return [titled ?? { purchase: null, sale: null }];
  return pairs.sort((a, b) => Number(isSamePair(b, remembered)) - Number(isSamePair(a, remembered)));
}

function hasBoth(columns: TableColumns | null): columns is { purchase: number; sale: number } {
  return columns !== null && columns.purchase !== null && columns.sale !== null;
}

// Titles that do not stand above the figures still say whether achat or vente comes first.
function isInOrderOf(titled: TableColumns | null, pair: { purchase: number; sale: number }): boolean {
  return !hasBoth(titled) || titled.purchase < titled.sale === pair.purchase < pair.sale;
}

function isSamePair({ purchase, sale }: TableColumns, other: TableColumns | null): boolean {
  return other !== null && other.purchase === purchase && other.sale === sale;
}

function isOfSameColumns(one: TableColumns, { purchase, sale }: TableColumns): boolean {
  return isSamePair(one, { purchase, sale }) || isSamePair(one, { purchase: sale, sale: purchase });
}

function isOfMidRates(rows: readonly SampleRow[], column: number): boolean {
  const distances = rows.flatMap(({ mid, cells }) => {
    const value = figureIn(cells[column] ?? null);
    if (value === null) return [];
    const readings = [value, ...[1, 100, 1000].map((quantity) => quantity / value)];
    return [Math.min(...readings.map((rate) => Math.abs(Math.log(rate / mid))))];
  });
  return distances.length > 0 && distances.filter((far) => far < MID).length >= MOST * distances.length;
}

function signChoices(
  rows: readonly SampleRow[],
  columns: readonly TableColumns[],
  { remembered }: FormHints,
  fixed: Partial<TableForm>,
): readonly DecimalSign[] {
  if (fixed.decimals) return [fixed.decimals];
  const used = new Set(columns.flatMap(({ purchase, sale }) => [purchase, sale]));
  const isDoubtful = rows.some(({ cells }) =>
    [...used].some((at) => at !== null && isLoneGroup(cells[at] ?? null)),
  );
  return isDoubtful ? [...new Set([remembered?.decimals ?? 'either', ...SIGNS])] : ['either'];
}

function unitChoices(
  titles: Titles,
  { usual, remembered }: FormHints,
  fixed: Partial<TableForm>,
  quantity: number | null,
): TableUnit[] {
  const known = fixed.unit ?? titles.unit;
  if (known) return [known];
  const ofLast: TableUnit[] = remembered ? [remembered.unit] : [];
  const all: TableUnit[] = [...ofLast, usual, 'base_per_quantity', ...UNITS];
  return [...new Set(all)].filter((unit) => unit !== 'base_per_quantity' || quantity !== null);
}
