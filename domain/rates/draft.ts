import {
  compareDecimals,
  type Decimal,
  decimalNumber,
  decimalOf,
  decimalText,
  parseDecimal,
} from '../money/decimal.ts';
import { deviationOf, isFartherThan } from '../money/deviation.ts';
import { groupDigits } from '../money/format.ts';
import { fixingAmount } from './amount.ts';
import type { RateRow } from './fixing.ts';

/** Beyond this distance from the mid rate, in percent, a fixing is asked about before it is made. */
const USUAL_DISTANCE = 10;
/** Beyond this distance from the bureau's own last rate, in percent, too (contract 2). */
const USUAL_CHANGE = 5;

export type FixingSide = 'purchase' | 'sale';

/** What was typed, as a number field gives it. A side that is absent was not touched; '' keeps its value. */
export type FixingDraft = { readonly purchase?: string; readonly sale?: string };

type Fixed = Pick<RateRow, 'rate' | 'purchase' | 'sale'>;

/** Why a fixing deserves a second look. `deviation` is in tenths of a percent of the mid rate, or of the last rate. */
export type FixingDoubt =
  /** far from the mid rate, on either side of it */
  | { kind: 'deviation'; side: FixingSide; amount: number; deviation: number }
  /** a sale above the mid rate or a purchase below it: the bureau would lose on each exchange */
  | { kind: 'wrong_side'; side: FixingSide; amount: number }
  | { kind: 'change'; side: FixingSide; amount: number; last: number; deviation: number }
  | { kind: 'inverted'; purchase: number; sale: number };

export type CheckedFixing =
  /** nothing typed differs from what is fixed (spec 5) */
  | { outcome: 'unchanged' }
  /** these are not positive amounts of at most 8 decimals */
  | { outcome: 'invalid'; sides: FixingSide[] }
  | { outcome: 'ready'; amounts: Record<FixingSide, number | null>; doubts: FixingDoubt[] };

/** What becomes of a draft over what is fixed: nothing to do, what is wrong, or the amounts to send. */
export function checkFixing(fixed: Fixed, draft: FixingDraft): CheckedFixing {
  const changed = changedSides(fixed, draft);
  if (changed.length === 0) return { outcome: 'unchanged' };
  const invalid = changed.filter((side) => typedAmount(side, draft) === null);
  if (invalid.length > 0) return { outcome: 'invalid', sides: invalid };
  const purchase = resultOf('purchase', fixed, draft);
  const sale = resultOf('sale', fixed, draft);
  return {
    outcome: 'ready',
    amounts: { purchase: numberOf(purchase), sale: numberOf(sale) },
    doubts: listDoubts(fixed, { purchase, sale }, changed),
  };
}

/** The sides that hold something else than what is fixed, valid or not. */
export function changedSides(fixed: Fixed, draft: FixingDraft): FixingSide[] {
  return (['purchase', 'sale'] as const).filter((side) => {
    if (typedText(side, draft) === '') return false;
    const amount = typedAmount(side, draft);
    const current = fixed[side];
    return amount === null || current === null || compareDecimals(amount, decimalOf(current)) !== 0;
  });
}

/**
 * The text of an amount for a number field: '1.1700', '184.20', '17250'; '' when there is none. Short ones are
 * filled up to 5 digits, so that those of one currency stand alike.
 */
export function fixingText(amount: number | null): string {
  if (amount === null) return '';
  const [whole = '', fraction = ''] = decimalText(decimalOf(amount)).split('.');
  const filled = fraction.padEnd(Math.min(4, Math.max(0, 5 - whole.length)), '0');
  return filled === '' ? whole : `${whole}.${filled}`;
}

/** The same for reading: '1,1700', '17 250'. */
export function formatFixing(amount: number): string {
  const [whole = '', fraction] = fixingText(amount).split('.');
  const grouped = groupDigits(whole);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

function listDoubts(
  fixed: Fixed,
  result: Record<FixingSide, Decimal | null>,
  changed: readonly FixingSide[],
): FixingDoubt[] {
  const doubts: FixingDoubt[] = changed.flatMap((side) => {
    const amount = result[side];
    return amount ? doubtsOf(side, amount, fixed) : [];
  });
  const { purchase, sale } = result;
  if (purchase && sale && compareDecimals(purchase, sale) < 0) {
    doubts.push({ kind: 'inverted', purchase: decimalNumber(purchase), sale: decimalNumber(sale) });
  }
  return doubts;
}

/** Whether an amount is so far from the mid rate that it deserves a second look. */
export function isFarFromMid(amount: number, rate: number): boolean {
  return isFartherThan(USUAL_DISTANCE, decimalOf(amount), decimalOf(rate));
}

function doubtsOf(side: FixingSide, decimal: Decimal, fixed: Fixed): FixingDoubt[] {
  const rate = decimalOf(fixed.rate);
  const amount = decimalNumber(decimal);
  const doubts: FixingDoubt[] = [];
  if (isFartherThan(USUAL_DISTANCE, decimal, rate)) {
    doubts.push({ kind: 'deviation', side, amount, deviation: deviationOf(decimal, rate) });
  }
  const above = compareDecimals(decimal, rate);
  if (side === 'sale' ? above > 0 : above < 0) doubts.push({ kind: 'wrong_side', side, amount });
  const last = fixed[side];
  if (last !== null && isFartherThan(USUAL_CHANGE, decimal, decimalOf(last))) {
    doubts.push({ kind: 'change', side, amount, last, deviation: deviationOf(decimal, decimalOf(last)) });
  }
  return doubts;
}

/** What a side will be: as typed, else as it is. */
function resultOf(side: FixingSide, fixed: Fixed, draft: FixingDraft): Decimal | null {
  const current = fixed[side];
  return typedAmount(side, draft) ?? (current === null ? null : decimalOf(current));
}

function typedText(side: FixingSide, draft: FixingDraft): string {
  return draft[side]?.trim() ?? '';
}

function typedAmount(side: FixingSide, draft: FixingDraft): Decimal | null {
  const decimal = draftDecimal(typedText(side, draft));
  return decimal && fixingAmount(decimalNumber(decimal));
}

/** The number of a draft's text; number fields may give '.5' and '5.'. */
export function draftDecimal(text: string): Decimal | null {
  return parseDecimal(text.trim().replace(/^\./, '0.').replace(/\.$/, ''));
}

function numberOf(amount: Decimal | null): number | null {
  return amount && decimalNumber(amount);
}
