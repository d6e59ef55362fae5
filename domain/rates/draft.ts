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

/** Percent of the mid rate beyond which a fixing needs a confirmation. */
const USUAL_DISTANCE = 10;
const USUAL_CHANGE = 5;

export type FixingSide = 'purchase' | 'sale';

/** Texts of the number fields. A side left out was not touched; '' leaves its value unchanged. */
export type FixingDraft = { readonly purchase?: string; readonly sale?: string };

type CurrentRates = Pick<RateRow, 'rate' | 'purchase' | 'sale'>;

/** Reason to confirm a fixing. `deviation` is in tenths of a percent of the mid rate, or of the last rate. */
export type FixingDoubt =
  | { kind: 'deviation'; side: FixingSide; amount: number; deviation: number }
  | { kind: 'wrong_side'; side: FixingSide; amount: number }
  | { kind: 'change'; side: FixingSide; amount: number; last: number; deviation: number }
  | { kind: 'inverted'; purchase: number; sale: number };

export type CheckedFixing =
  | { outcome: 'unchanged' }
  | { outcome: 'invalid'; sides: FixingSide[] }
  | { outcome: 'ready'; amounts: Record<FixingSide, number | null>; doubts: FixingDoubt[] };

export function checkFixing(fixed: CurrentRates, draft: FixingDraft): CheckedFixing {
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

export function changedSides(fixed: CurrentRates, draft: FixingDraft): FixingSide[] {
  return (['purchase', 'sale'] as const).filter((side) => {
    if (typedText(side, draft) === '') return false;
    const amount = typedAmount(side, draft);
    const current = fixed[side];
    return amount === null || current === null || compareDecimals(amount, decimalOf(current)) !== 0;
  });
}

/**
 * Text for a number field: '1.1700', '184.20', '17250', '' for none. Padded to 5 digits, so that amounts of one
 * currency align.
 */
export function fixingText(amount: number | null): string {
  if (amount === null) return '';
  const [whole = '', fraction = ''] = decimalText(decimalOf(amount)).split('.');
  const filled = fraction.padEnd(Math.min(4, Math.max(0, 5 - whole.length)), '0');
  return filled === '' ? whole : `${whole}.${filled}`;
}

export function formatFixing(amount: number): string {
  const [whole = '', fraction] = fixingText(amount).split('.');
  const grouped = groupDigits(whole);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

function listDoubts(
  fixed: CurrentRates,
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

export function isFarFromMid(amount: number, rate: number): boolean {
  return isFartherThan(USUAL_DISTANCE, decimalOf(amount), decimalOf(rate));
}

function doubtsOf(side: FixingSide, decimal: Decimal, fixed: CurrentRates): FixingDoubt[] {
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

function resultOf(side: FixingSide, fixed: CurrentRates, draft: FixingDraft): Decimal | null {
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

/** Accepts '.5' and '5.', which number fields may produce. */
export function draftDecimal(text: string): Decimal | null {
  return parseDecimal(text.trim().replace(/^\./, '0.').replace(/\.$/, ''));
}

function numberOf(amount: Decimal | null): number | null {
  return amount && decimalNumber(amount);
}
