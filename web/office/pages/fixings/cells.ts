import { create } from 'zustand';
import { type Decimal, decimalNumber, decimalOf, decimalText } from '#domain/money/decimal.ts';
import { readTypedNumber, sentenceOfProblem } from '#domain/money/typed-number.ts';
import { draftDecimal, type FixingDraft, type FixingSide, formatFixing } from '#domain/rates/draft.ts';
import type { RateRow } from '#domain/rates/fixing.ts';
import { keptOf, quoteOf, roundTripOf } from '#domain/rates/quote-unit.ts';
import { WRONG_AMOUNT } from '#domain/sheets/pasted.ts';
import type { QuoteUnit } from '#domain/sheets/sheet.ts';
import { dropDraft, type RowDraft, restoreDraft, typeDraft, useDrafts } from './drafts.ts';
import { fieldId, focusField } from './fields.ts';

/** What stands in a field of the sheet as it was typed, until it is left and can be written from its draft. */
type Cell = {
  text: string;
  sentence: string | null;
  /** what is being typed may still become an amount: nothing is said of it before the field is left */
  isBegun: boolean;
  /** how its first figure was meant: a colleague who turns the sheet round does not turn what is being typed */
  unit: QuoteUnit;
};
type Change = { code: string; side: FixingSide; before: RowDraft | undefined };
type Cells = {
  cells: Readonly<Record<string, Cell>>;
  /** what was changed, the last one at the end: each field once for as long as one stays in it */
  changes: readonly Change[];
  /** by currency, why the server would not publish it, until it is typed in again */
  refused: Readonly<Record<string, string>>;
};

/** More than a morning's corrections. */
const MOST_CHANGES = 200;

export const useCells = create<Cells>(() => ({ cells: {}, changes: [], refused: {} }));

/** Takes what was typed into a field: as a draft in the units of the contract, or with what is wrong about it. */
export function typeCell(row: RateRow, side: FixingSide, text: string, unit: QuoteUnit): void {
  noteChange(row.code, side);
  forgetRefusal(row.code);
  const id = fieldId(row.code, side);
  const begunIn = useCells.getState().cells[id]?.unit ?? unit;
  const { kept, sentence } = readCell(row, text, begunIn);
  setCell(id, { text, sentence, isBegun: ZEROS.test(text), unit: begunIn });
  // what cannot be read is no draft, and publishes nothing
  typeDraft(row, side, kept ? decimalText(kept) : '');
}

/** '0', '0,0', ',': the beginning of '0,05'. */
const ZEROS = /^\s*0*[.,]?0*$/;

function readCell({ code, base }: RateRow, text: string, unit: QuoteUnit) {
  const kind = unit === 'per_base' ? 'rate' : 'quote';
  const typed = readTypedNumber(text, kind, [code, base]);
  if (typed.outcome === 'empty') return { kept: null, sentence: null };
  if (typed.outcome === 'unreadable') return { kept: null, sentence: sentenceOfProblem(typed.problem, kind) };
  const kept = keptOf(typed.decimal, unit);
  return { kept, sentence: kept ? null : `Il faut ${WRONG_AMOUNT}` };
}

/** The field is left: unless it says something that has to be corrected or known, it shows its draft again. */
export function leaveCell(row: RateRow, side: FixingSide, unit: QuoteUnit): void {
  const id = fieldId(row.code, side);
  const cell = useCells.getState().cells[id];
  if (cell?.sentence && cell.isBegun) setCell(id, { ...cell, isBegun: false });
  else if (cell && !cell.sentence && (cell.unit !== unit || isExact(cell.text, unit))) setCell(id, null);
}

/** A colleague has turned the sheet round: what was typed before is shown anew, but where one is typing or must correct. */
export function turnCells(): void {
  useCells.setState(({ cells }) => ({
    cells: Object.fromEntries(
      Object.entries(cells).filter(([id, { sentence }]) => sentence !== null || isFocused(id)),
    ),
  }));
}

/** Puts a draft in the place of what a row's fields hold, as a table or the history says it; `undoChange` gives that back. */
export function replaceDraft(row: RateRow, amounts: FixingDraft): void {
  const before = useDrafts.getState().rows[row.code];
  dropDraft(row.code);
  forgetRow(row.code);
  for (const side of SIDES) {
    const text = amounts[side];
    if (text !== undefined) typeDraft(row, side, text);
  }
  if (!before && SIDES.every((side) => amounts[side] === undefined)) return;
  addChange({ code: row.code, side: amounts.purchase === undefined ? 'sale' : 'purchase', before });
}

/** Takes back the last change, and goes to its field. */
export function undoChange(): void {
  const { changes } = useCells.getState();
  const last = changes.at(-1);
  if (!last) return;
  useCells.setState({ changes: changes.slice(0, -1) });
  setCell(fieldId(last.code, last.side), null);
  restoreDraft(last.code, last.before);
  focusField(last.code, last.side);
}

/** What was typed in a field is given up. */
export function giveBackCell(row: RateRow, side: FixingSide): void {
  const id = fieldId(row.code, side);
  if (!useCells.getState().cells[id] && useDrafts.getState().rows[row.code]?.[side] === undefined) return;
  noteChange(row.code, side);
  setCell(id, null);
  typeDraft(row, side, '');
}

/** These are published: their fields show what is kept, but where one is typing already, and are taken back no more. */
export function forgetPublished(codes: readonly string[]): void {
  const { rows } = useDrafts.getState();
  const settled = codes.filter(
    (code) => !rows[code] && !SIDES.some((side) => isFocused(fieldId(code, side))),
  );
  useCells.setState(({ changes }) => ({ changes: changes.filter(({ code }) => !codes.includes(code)) }));
  for (const code of settled) forgetRow(code);
}

function isFocused(id: string): boolean {
  return document.activeElement?.id === id;
}

/** The fields of a currency show its draft, or its rate: it was set elsewhere, or has left the sheet. */
export function forgetRow(code: string): void {
  for (const side of SIDES) setCell(fieldId(code, side), null);
  forgetRefusal(code);
}

/** Fields begin anew: they are written the other way round from now on. */
export function forgetCells(): void {
  useCells.setState({ cells: {}, changes: [], refused: {} });
}

export function refuse(lines: readonly { currency: string; message: string }[]): void {
  useCells.setState({
    refused: Object.fromEntries(lines.map(({ currency, message }) => [currency, message])),
  });
}

/** What is typed anew is no longer what was refused. */
function forgetRefusal(code: string): void {
  if (!useCells.getState().refused[code]) return;
  useCells.setState(({ refused: { [code]: _, ...refused } }) => ({ refused }));
}

/** The first field whose text could not be read. */
export function firstWrong(): string | undefined {
  const { cells } = useCells.getState();
  return Object.keys(cells).find((id) => cells[id]?.sentence);
}

/** The rows where no field holds what could not be read: it was meant to change them. */
export function useReadable(rows: readonly RateRow[]): readonly RateRow[] {
  const cells = useCells((state) => state.cells);
  return rows.filter(({ code }) => !SIDES.some((side) => cells[fieldId(code, side)]?.sentence));
}

const SIDES = ['purchase', 'sale'] as const;

/** A kept amount as the bureau writes it: '1,1690', or '0,855432' euros for one. */
export function writeQuote(amount: number | null, unit: QuoteUnit): string {
  return amount === null ? '' : formatFixing(decimalNumber(quoteOf(decimalOf(amount), unit).quote));
}

/** What is kept, where a quote does not say it exactly: '1 € = 1,1690'. */
export function sayKept(
  amount: number | null,
  cell: Pick<Cell, 'text' | 'unit'> | undefined,
  unit: QuoteUnit,
): string | null {
  const typedIn = cell?.unit ?? unit;
  if (amount === null || (unit === 'per_base' && typedIn === unit)) return null;
  const says =
    typedIn === unit && (cell ? isExact(cell.text, unit) : quoteOf(decimalOf(amount), unit).isExact);
  return says ? null : `1\u00a0€ = ${formatFixing(amount)}`;
}

/** The number of a draft's text. */
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

/** Where a change begins: the first key in a field; the next ones in it go on with it. */
function noteChange(code: string, side: FixingSide): void {
  const { cells, changes } = useCells.getState();
  const last = changes.at(-1);
  const goesOn = last?.code === code && last.side === side && cells[fieldId(code, side)] !== undefined;
  if (goesOn) return;
  addChange({ code, side, before: useDrafts.getState().rows[code] });
}

function addChange(change: Change): void {
  useCells.setState(({ changes }) => ({ changes: [...changes, change].slice(-MOST_CHANGES) }));
}

function setCell(id: string, cell: Cell | null): void {
  useCells.setState(({ cells: { [id]: _, ...others } }) => ({
    cells: cell ? { ...others, [id]: cell } : others,
  }));
}
