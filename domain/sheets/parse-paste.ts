import { decimalNumber, decimalText } from '../money/decimal.ts';
import { describeRateProblem } from '../money/rate-problems.ts';
import { readTypedNumber } from '../money/typed-number.ts';
import { fixingAmount } from '../rates/amount.ts';
import type { FixingDraft, FixingSide } from '../rates/draft.ts';

export const AMOUNT_REQUIREMENT = 'un montant positif, inférieur à 10 000 000, avec 8 décimales au plus.';

export type PasteResult = { outcome: 'read'; draft: FixingDraft } | { outcome: 'refused'; sentence: string };

/**
 * Parses a paste into a side of a row, entirely or not at all. Two cells are achat and vente, wherever they are pasted;
 * `currencies` are the codes accepted beside a number.
 */
export function parsePaste(text: string, side: FixingSide, currencies: readonly string[] = []): PasteResult {
  const cells = text.replace(/[\r\n]+$/, '').split('\t');
  const sides: FixingSide[] = cells.length === 2 ? ['purchase', 'sale'] : [side];
  if (cells.length > 2) return refused(describeRateProblem('several', 'rate'));
  const draft: Partial<Record<FixingSide, string>> = {};
  for (const [i, to] of sides.entries()) {
    const typed = readTypedNumber(cells[i] ?? '', 'rate', currencies);
    if (typed.outcome === 'empty') continue;
    if (typed.outcome === 'unreadable') return refused(describeRateProblem(typed.problem, 'rate'));
    if (!fixingAmount(decimalNumber(typed.decimal))) return refused(`Il faut ${AMOUNT_REQUIREMENT}`);
    draft[to] = decimalText(typed.decimal);
  }
  return { outcome: 'read', draft };
}

function refused(sentence: string): PasteResult {
  return { outcome: 'refused', sentence };
}
