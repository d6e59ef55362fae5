import { create } from 'zustand';
import { type Decimal, decimalNumber, decimalOf, decimalText } from '#domain/money/decimal.ts';
import { describeRateProblem } from '#domain/money/rate-problems.ts';
import { readTypedNumber } from '#domain/money/typed-number.ts';
import { draftDecimal, type FixingDraft, type FixingSide, formatFixing } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { quoteOf, roundTripOf, storedRateOf } from '#domain/rates/quote-unit.ts';
import { AMOUNT_REQUIREMENT } from '#domain/sheets/parse-paste.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { type DraftOrigin, dropDraft, type RowDraft, restoreDraft, typeDraft, useDrafts } from './drafts.ts';
import { codeOf, fieldId, focusField } from './fields.ts';

type TypedCell = {
  text: string;
  sentence: string | null;
  /** a possible beginning of an amount: its error shows only once the field is left */
  isBegun: boolean;
  /** unit of the first key: a colleague's change of the unit does not reinterpret the text */
  unit: QuoteUnit;
};
type ChangedCell = { code: string; side: FixingSide; before: RowDraft | undefined };
/** Cells that one undo brings back, in the order of their changes. */
type Change = readonly ChangedCell[];
type Cells = {
  cells: Readonly<Record<string, TypedCell>>;
  changes: readonly Change[];
  /** server's refusal of the last publication, by currency, until the field changes */
  refused: Readonly<Record<string, string>>;
  /** drafts that were abandoned together, until something is typed */
  abandoned: Abandoned | null;
};
type Abandoned = { drafts: Readonly<Record<string, RowDraft>>; cells: Readonly<Record<string, TypedCell>> };

const MAX_CHANGES = 200;

export const useCells = create<Cells>(() => ({ cells: {}, changes: [], refused: {}, abandoned: null }));

export function typeCell(
  row: RateRow,
  side: FixingSide,
  text: string,
  unit: QuoteUnit,
  origin: DraftOrigin = 'typed',
): void {
  recordChange(row.code, side);
  clearRefusal(row.code);
  const id = fieldId(row.code, side);
  const typedUnit = useCells.getState().cells[id]?.unit ?? unit;
  const { stored, sentence } = readCell(row, text, typedUnit);
  setCell(id, { text, sentence, isBegun: ZEROS.test(text), unit: typedUnit });
  // unreadable text publishes nothing
  typeDraft(row, side, stored ? decimalText(stored) : '', origin);
}

export type PastedRate = { row: RateRow; side: FixingSide; text: string };

// Change of all cells of a pasted block at once.
export function pasteCells(pasted: readonly PastedRate[], unit: QuoteUnit): void {
  if (pasted.length === 0) return;
  const { changes } = useCells.getState();
  const { rows } = useDrafts.getState();
  for (const { row, side, text } of pasted) {
    typeCell(row, side, text, unit, 'pasted');
    if (!isFocused(fieldId(row.code, side))) leaveCell(row, side, unit);
  }
  useCells.setState({ changes });
  pushChange(pasted.map(({ row: { code }, side }) => ({ code, side, before: rows[code] })));
}

const ZEROS = /^\s*0*[.,]?0*$/;

function readCell({ code, base }: RateRow, text: string, unit: QuoteUnit) {
  const kind = unit === 'per_base' ? 'rate' : 'quote';
  const typed = readTypedNumber(text, kind, [code, base]);
  if (typed.outcome === 'empty') return { stored: null, sentence: null };
  if (typed.outcome === 'unreadable')
    return { stored: null, sentence: describeRateProblem(typed.problem, kind) };
  const stored = storedRateOf(typed.decimal, unit);
  return { stored, sentence: stored ? null : `Il faut ${AMOUNT_REQUIREMENT}` };
}

/** First unreadable field of a row, with its error shown. */
export function findUnreadable(code: string): FixingSide | undefined {
  const { cells } = useCells.getState();
  const found = SIDES.find((side) => cells[fieldId(code, side)]?.sentence);
  if (!found) return undefined;
  const cell = cells[fieldId(code, found)];
  if (cell) setCell(fieldId(code, found), { ...cell, isBegun: false });
  return found;
}

/** Shows the draft again, unless the text has an error or is exact in another unit. */
export function leaveCell(row: RateRow, side: FixingSide, unit: QuoteUnit): void {
  const id = fieldId(row.code, side);
  const cell = useCells.getState().cells[id];
  if (cell?.sentence && cell.isBegun) setCell(id, { ...cell, isBegun: false });
  else if (cell && !cell.sentence && (cell.unit !== unit || isExact(cell.text, unit))) setCell(id, null);
}

export function rewriteCells(): void {
  useCells.setState(({ cells }) => ({
    cells: Object.fromEntries(
      Object.entries(cells).filter(([id, { sentence }]) => sentence !== null || isFocused(id)),
    ),
  }));
}

export function replaceDraft(row: RateRow, amounts: FixingDraft, origin: DraftOrigin = 'pasted'): void {
  const before = useDrafts.getState().rows[row.code];
  dropDraft(row.code);
  clearRowCells(row.code);
  for (const side of SIDES) {
    const text = amounts[side];
    if (text !== undefined) typeDraft(row, side, text, origin);
  }
  if (!before && SIDES.every((side) => amounts[side] === undefined)) return;
  pushChange([{ code: row.code, side: amounts.purchase === undefined ? 'sale' : 'purchase', before }]);
}

export function undoChange(): void {
  const { changes } = useCells.getState();
  const last = changes.at(-1);
  if (!last) return;
  useCells.setState({ changes: changes.slice(0, -1) });
  for (const { code, side, before } of last) {
    setCell(fieldId(code, side), null);
    restoreDraft(code, before);
  }
  const [first] = last;
  if (first) focusField(first.code, first.side);
}

/** Drops every draft of this sheet. `takeBackAbandoned` brings them back. */
export function abandonDrafts(): void {
  const { rows: drafts } = useDrafts.getState();
  const { cells } = useCells.getState();
  for (const code of Object.keys(drafts)) dropDraft(code);
  clearCells();
  useCells.setState({ abandoned: { drafts, cells } });
}

export function takeBackAbandoned(): void {
  const { abandoned } = useCells.getState();
  if (!abandoned) return;
  for (const [code, draft] of Object.entries(abandoned.drafts)) restoreDraft(code, draft);
  useCells.setState({ abandoned: null, cells: abandoned.cells });
}

export function resetCell(row: RateRow, side: FixingSide): void {
  const id = fieldId(row.code, side);
  if (!useCells.getState().cells[id] && useDrafts.getState().rows[row.code]?.[side] === undefined) return;
  recordChange(row.code, side);
  setCell(id, null);
  typeDraft(row, side, '');
}

export function clearPublishedCells(codes: readonly string[]): void {
  const { rows } = useDrafts.getState();
  const settled = codes.filter(
    (code) => !rows[code] && !SIDES.some((side) => isFocused(fieldId(code, side))),
  );
  useCells.setState(({ changes }) => ({
    changes: changes
      .map((cells) => cells.filter(({ code }) => !codes.includes(code)))
      .filter(({ length }) => length > 0),
  }));
  for (const code of settled) clearRowCells(code);
}

function isFocused(id: string): boolean {
  return document.activeElement?.id === id;
}

export function clearRowCells(code: string): void {
  for (const side of SIDES) setCell(fieldId(code, side), null);
  clearRefusal(code);
}

export function clearCells(): void {
  useCells.setState({ cells: {}, changes: [], refused: {}, abandoned: null });
}

export function refuse(lines: readonly { currency: string; message: string }[]): void {
  useCells.setState({
    refused: Object.fromEntries(lines.map(({ currency, message }) => [currency, message])),
  });
}

function clearRefusal(code: string): void {
  if (!useCells.getState().refused[code]) return;
  useCells.setState(({ refused: { [code]: _, ...refused } }) => ({ refused }));
}

export function firstUnreadableField(): string | undefined {
  const { cells } = useCells.getState();
  return Object.keys(cells).find((id) => cells[id]?.sentence);
}

// Fields whose error shows.
export function useUnreadableCount(): number {
  return useCells(
    ({ cells }) => Object.values(cells).filter(({ sentence, isBegun }) => sentence && !isBegun).length,
  );
}

// Currencies among abandoned drafts and unreadable texts.
export function countAbandoned({ drafts, cells }: Abandoned): number {
  const typed = Object.keys(cells).flatMap((id) => (cells[id]?.sentence ? codeOf(id) : []));
  const changed = Object.keys(drafts).filter((code) => drafts[code]?.isChanged);
  return new Set([...changed, ...typed]).size;
}

export function useReadableRows(rows: readonly RateRow[]): readonly RateRow[] {
  const cells = useCells((state) => state.cells);
  return rows.filter(({ code }) => !SIDES.some((side) => cells[fieldId(code, side)]?.sentence));
}

const SIDES = ['purchase', 'sale'] as const;

/** '1,1690', or '0,855432' euros for 1. */
export function formatQuote(amount: number | null, unit: QuoteUnit): string {
  return amount === null ? '' : formatFixing(decimalNumber(quoteOf(decimalOf(amount), unit).quote));
}

// Figure that is read and not typed over: 4 decimals, or 4 digits of a small one.
export function formatReading(amount: number | null, unit: QuoteUnit): string {
  if (amount === null) return '';
  const quote = decimalNumber(quoteOf(decimalOf(amount), unit).quote);
  const decimals = Math.max(4, 3 - Math.floor(Math.log10(quote)));
  return formatFixing(Number(quote.toFixed(decimals)));
}

/** Stored rate ('1 € = 1,1690') where the quote does not say it exactly; else null. */
export function formatStoredRate(
  amount: number | null,
  cell: Pick<TypedCell, 'text' | 'unit'> | undefined,
  unit: QuoteUnit,
): string | null {
  const typedIn = cell?.unit ?? unit;
  if (amount === null || (unit === 'per_base' && typedIn === unit)) return null;
  const says =
    typedIn === unit && (cell ? isExact(cell.text, unit) : quoteOf(decimalOf(amount), unit).isExact);
  return says ? null : `1\u00a0€ = ${formatReading(amount, 'per_base')}`;
}

export function amountOf(text: string | undefined): number | null {
  const decimal = text ? draftDecimal(text) : null;
  return decimal && decimalNumber(decimal);
}

function isExact(text: string, unit: QuoteUnit): boolean {
  const decimal = decimalIn(text);
  return decimal === null || roundTripOf(decimal, unit)?.isExact !== false;
}

function decimalIn(text: string): Decimal | null {
  const typed = readTypedNumber(text, 'quote');
  return typed.outcome === 'read' ? typed.decimal : null;
}

function recordChange(code: string, side: FixingSide): void {
  const { cells, changes } = useCells.getState();
  const [last, ...others] = changes.at(-1) ?? [];
  const isOfCell = others.length === 0 && last?.code === code && last.side === side;
  const goesOn = isOfCell && cells[fieldId(code, side)] !== undefined;
  if (goesOn) return;
  pushChange([{ code, side, before: useDrafts.getState().rows[code] }]);
}

function pushChange(change: Change): void {
  useCells.setState(({ changes }) => ({
    changes: [...changes, change].slice(-MAX_CHANGES),
    abandoned: null,
  }));
}

function setCell(id: string, cell: TypedCell | null): void {
  useCells.setState(({ cells: { [id]: _, ...others } }) => ({
    cells: cell ? { ...others, [id]: cell } : others,
  }));
}
