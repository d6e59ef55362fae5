import { decimalNumber } from '../money/decimal.ts';
import { groupDigits } from '../money/format.ts';
import { readTypedNumber } from '../money/typed-number.ts';
import { searchForm } from '../text/search.ts';
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

type Table = {
  // Columns with figures, each with its column of the grid, perhaps beyond its edge.
  columns: readonly { from: number; to: number }[];
  codes: number | null;
  body: readonly (readonly string[])[];
};

// Cells of a pasted table, entirely or not at all. Its lines go to the rows from `at` on, or to those of their codes.
// Its columns go to those from `at` on, or to the branches of their titles. Empty cells change nothing.
export function parseStockPaste(
  text: string,
  { currencies, branches }: Grid,
  at: { row: number; column: number },
): Paste {
  const lines = text
    .replace(/[\r\n]+$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()));
  const table = readTable(lines, { currencies, branches }, at.column);
  if ('sentence' in table) return refused(table.sentence);
  const cells: PastedCell[] = [];
  for (const [offset, line] of table.body.entries()) {
    if (line.every((cell) => cell === '')) continue;
    const code = table.codes === null ? undefined : line[table.codes]?.toUpperCase();
    const currency = code ?? currencies[at.row + offset];
    if (currency === undefined) return refused(TOO_LARGE);
    if (!currencies.includes(currency)) return refused(`La grille n’a pas de ligne ${currency}.`);
    for (const { from, to } of table.columns) {
      const cell = line[from] ?? '';
      if (cell === '') continue;
      const branch = branches[to];
      if (branch === undefined) return refused(TOO_LARGE);
      if (readStock(cell, currency).outcome === 'refused') {
        return refused(`${currency}, ${branch}\u00a0: « ${cell} » n’est pas un montant.`);
      }
      cells.push({ currency, column: to, text: cell });
    }
  }
  if (cells.length > MOST_STOCK_CELLS)
    return refused(`Collez ${groupDigits(String(MOST_STOCK_CELLS))} montants au plus.`);
  return { outcome: 'read', cells };
}

function readTable(
  lines: readonly (readonly string[])[],
  { currencies, branches }: Grid,
  at: number,
): Table | { sentence: string } {
  const isFigure = (cell: string) =>
    cell !== '' && currencies.some((code) => readStock(cell, code).outcome === 'read');
  const [titles = [], ...others] = lines;
  const isTitled =
    others.length > 0 &&
    !currencies.includes((titles[0] ?? '').toUpperCase()) &&
    titles.some((title) => title !== '') &&
    !titles.some(isFigure);
  const body = isTitled ? others : lines;
  const all = Array.from({ length: Math.max(...lines.map(({ length }) => length)) }, (_, i) => i);
  const filled = body.filter((line) => line.some((cell) => cell !== ''));
  const cellsOf = (column: number) => filled.map((line) => line[column] ?? '');
  const isOfCodes = (column: number) => cellsOf(column).every((cell) => /^[A-Za-z]{3}$/.test(cell));
  if (!isTitled) {
    const codes = isOfCodes(0) ? 0 : null;
    const columns = all.slice(codes === null ? 0 : 1).map((from, i) => ({ from, to: at + i }));
    return { columns, codes, body };
  }
  const codes = all.find(isOfCodes) ?? null;
  const figures = all.filter((column) => column !== codes && cellsOf(column).some(isFigure));
  const words = all.find(
    (i) => i !== codes && !figures.includes(i) && cellsOf(i).some((cell) => cell !== ''),
  );
  if (codes === null && words !== undefined) {
    return { sentence: `La colonne « ${titles[words]} » ne donne pas les codes des devises, comme USD.` };
  }
  const columns: { from: number; to: number }[] = [];
  for (const from of figures) {
    const title = titles[from] ?? '';
    const to = findBranch(title, branches) ?? (figures.length === 1 ? at : undefined);
    if (to === undefined) return { sentence: `Aucune agence ne s’appelle « ${title} ».` };
    columns.push({ from, to });
  }
  return { columns, codes, body };
}

function findBranch(title: string, branches: readonly string[]): number | undefined {
  const wanted = searchForm(title);
  const same = branches.findIndex((branch) => searchForm(branch) === wanted);
  if (same >= 0) return same;
  const named = branches.flatMap((branch, i) => (wanted.includes(searchForm(branch)) ? [i] : []));
  return named.length === 1 ? named[0] : undefined;
}

const TOO_LARGE = 'Le tableau collé dépasse la grille. Partez d’une cellule plus haute ou plus à gauche.';

function refused(sentence: string): Paste {
  return { outcome: 'refused', sentence: `Collage refusé. ${sentence}` };
}
