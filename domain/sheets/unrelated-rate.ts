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
  const causeOf = (some: Partial<typeof figures>) => {
    const judged = judge(
      rate,
      { purchase: null, sale: null, ...some },
      readingOf(unit, null, null),
      code,
      base,
    );
    return typeof judged === 'object' ? judged.sentence : null;
  };
  const sides = SIDES.filter((side) => figures[side] !== null);
  if (sides.length === 0) return null;
  const together = causeOf(figures);
  const isAlone = SIDES.every((side) => sides.includes(side) || amounts[side] === null);
  if (together && isAlone) return together;
  const apart = sides.map((side) => causeOf({ [side]: figures[side] }));
  if (isAlone && apart.every((cause) => cause === null)) return NO_CAUSE;
  return sides
    .map((side, i) => {
      const cause = apart[i] ?? NO_CAUSE;
      return `${SIDE_NAMES[side]}\u00a0: ${cause.charAt(0).toLowerCase()}${cause.slice(1)}`;
    })
    .join(' ');
}

const NO_CAUSE = 'Sans rapport avec le taux intermédiaire.';
