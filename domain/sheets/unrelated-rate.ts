import { decimalNumber, decimalOf } from '../money/decimal.ts';
import type { FixingSide } from '../rates/draft.ts';
import type { RateRow } from '../rates/fixing.ts';
import { isUnrelated } from '../rates/margin.ts';
import { quoteOf } from '../rates/quote-unit.ts';
import { readingOf } from './detect-form.ts';
import type { QuoteUnit } from './sheet.ts';
import { judge, SIDES } from './table-reading.ts';

const SIDE_NAMES = { purchase: 'Achat', sale: 'Vente' } as const;

// Cause of rates that have nothing to do with the mid rate, said as the preview of a table says it. null: no such rate.
export function describeUnrelated(
  { code, base, rate }: Pick<RateRow, 'code' | 'base' | 'rate'>,
  amounts: Readonly<Record<FixingSide, number | null>>,
  unit: QuoteUnit,
): string | null {
  const written = (side: FixingSide) => {
    const amount = amounts[side];
    if (amount === null || !isUnrelated(amount, rate)) return null;
    return decimalNumber(quoteOf(decimalOf(amount), unit).quote);
  };
  const figures = { purchase: written('purchase'), sale: written('sale') };
  const sides = SIDES.filter((side) => figures[side] !== null);
  const [only, other] = sides;
  if (!only) return null;
  const judged = judge(rate, figures, readingOf(unit, null, null), code, base);
  const sentence = typeof judged === 'object' ? judged.sentence : 'Sans rapport avec le taux intermédiaire.';
  if (other || SIDES.every((side) => side === only || amounts[side] === null)) return sentence;
  return `${SIDE_NAMES[only]}\u00a0: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
