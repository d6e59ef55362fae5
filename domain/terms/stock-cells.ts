import { decimalNumber } from '../money/decimal.ts';
import { groupDigits } from '../money/format.ts';
import { readTypedNumber } from '../money/typed-number.ts';
import { MOST_READY, MOST_STOCK_CELLS } from './terms.ts';

type ReadStock = { outcome: 'read'; ready: number | null } | { outcome: 'refused' };

export const STOCK_REQUIREMENT = 'Donnez un montant, à deux décimales au plus.';

// Figure of a cell as typed or pasted. null: an empty one.
export function readStock(text: string, currency: string): ReadStock {
  const typed = readTypedNumber(text, 'amount', [currency]);
  if (typed.outcome === 'empty') return { outcome: 'read', ready: null };
  if (typed.outcome === 'unreadable') return { outcome: 'refused' };
  const ready = decimalNumber(typed.decimal);
  return ready <= MOST_READY ? { outcome: 'read', ready } : { outcome: 'refused' };
}

export function formatStock(ready: number): string {
  const [whole = '', decimals] = String(ready).split('.');
  return [groupDigits(whole), decimals].filter(Boolean).join(',');
}

type Grid = { currencies: readonly string[]; branches: readonly string[] };
type PastedCell = { currency: string; column: number; text: string };
type Paste = { outcome: 'read'; cells: PastedCell[] } | { outcome: 'refused'; sentence: string };

// Cells of a pasted table, entirely or not at all. Its lines go to the rows from `at` on, or to those of their codes
// where each begins with one. Empty cells change nothing.
export function parseStockPaste(
  text: string,
  { currencies, branches }: Grid,
  at: { row: number; column: number },
): Paste {
  const lines = text
    .replace(/[\r\n]+$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const named = lines.every(([first = '']) => /^[A-Za-z]{3}$/.test(first.trim()));
  const cells: PastedCell[] = [];
  for (const [offset, [first = '', ...others]] of lines.entries()) {
    const currency = named ? first.trim().toUpperCase() : currencies[at.row + offset];
    if (currency === undefined) return refused(TOO_LARGE);
    if (!currencies.includes(currency)) return refused(`La grille n’a pas de ligne ${currency}.`);
    for (const [i, cell] of (named ? others : [first, ...others]).entries()) {
      if (cell.trim() === '') continue;
      const column = at.column + i;
      const branch = branches[column];
      if (branch === undefined) return refused(TOO_LARGE);
      if (readStock(cell, currency).outcome === 'refused') {
        return refused(`${currency}, ${branch}\u00a0: « ${cell.trim()} » n’est pas un montant.`);
      }
      cells.push({ currency, column, text: cell.trim() });
    }
  }
  if (cells.length > MOST_STOCK_CELLS)
    return refused(`Collez ${groupDigits(String(MOST_STOCK_CELLS))} montants au plus.`);
  return { outcome: 'read', cells };
}

const TOO_LARGE = 'Le tableau collé dépasse la grille. Partez d’une cellule plus haute ou plus à gauche.';

function refused(sentence: string): Paste {
  return { outcome: 'refused', sentence: `Collage refusé. ${sentence}` };
}
