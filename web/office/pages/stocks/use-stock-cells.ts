import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { centsOf } from '#domain/money/cents.ts';
import { formatShortAmount } from '#domain/money/format.ts';
import { formatStock, parseStockPaste, readStock, STOCK_REQUIREMENT } from '#domain/terms/stock-cells.ts';
import { MOST_STOCK_CELLS, type Stock, type Stocks, type StocksConflict } from '#domain/terms/terms.ts';
import { ApiFailure } from '#web/shared/api/api-failure.ts';
import { call } from '#web/shared/api/client.ts';
import { showFailure } from '#web/shared/feedback/failure.ts';
import { announce, announceFailure } from '../../announce.ts';

export type Column = { id: number | null; name: string };
type Options = { day: string | null; columns: readonly Column[]; list: Stocks };
type Texts = Readonly<Record<string, string>>;
export type Change = { key: string; currency: string; branch: number | null; text: string };

export const keyOf = (currency: string, branch: number | null) => `${currency} ${branch ?? ''}`;

// Figures of a day as stored and as typed. A typed text equal to the stored one is no change.
export function useStockCells({ day, columns, list }: Options) {
  const { revalidate } = useRevalidator();
  const [typed, setTyped] = useState<Texts>({});
  const [abandoned, setAbandoned] = useState<Texts>({});
  const [refused, setRefused] = useState<Texts>({});
  const [isSaving, setSaving] = useState(false);
  const stored = storedOf(list.stocks, day);
  const latest = useRef(typed);
  latest.current = typed;

  const changes: Change[] = list.currencies.flatMap(({ code }) =>
    columns.flatMap(({ id }) => {
      const key = keyOf(code, id);
      const text = typed[key];
      return text === undefined || text === (stored.texts[key] ?? '')
        ? []
        : [{ key, currency: code, branch: id, text }];
    }),
  );
  const wrong = (currency: string, branch: number | null): string | undefined => {
    const key = keyOf(currency, branch);
    const text = typed[key];
    if (text !== undefined && readStock(text, currency).outcome === 'refused') return STOCK_REQUIREMENT;
    return refused[key];
  };

  function type(added: Texts) {
    latest.current = { ...latest.current, ...added };
    setTyped(latest.current);
    setAbandoned({});
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in added))));
  }

  // Answer true: the paste was a table, which the field does not take itself.
  function paste(text: string, row: number, column: number, rows: readonly string[]): boolean {
    if (!/[\t\n]/.test(text.replace(/[\r\n]+$/, ''))) return false;
    const grid = { currencies: rows, branches: columns.map(({ name }) => name) };
    const read = parseStockPaste(text, grid, { row, column });
    if (read.outcome === 'refused') announceFailure(read.sentence);
    else {
      type(
        Object.fromEntries(
          read.cells.map((cell) => [
            keyOf(cell.currency, columns[cell.column]?.id ?? null),
            normalised(cell.text, cell.currency),
          ]),
        ),
      );
      announce(read.cells.length === 1 ? '1 cellule collée.' : `${read.cells.length} cellules collées.`);
    }
    return true;
  }

  const nameOf = (branch: number | null) => columns.find(({ id }) => id === branch)?.name ?? '';

  async function save() {
    if (isSaving || changes.length === 0) return;
    const bad = changes.find(({ currency, branch }) => wrong(currency, branch) === STOCK_REQUIREMENT);
    if (bad) {
      // perhaps of a branch that is not shown
      announceFailure(`${bad.currency}, ${nameOf(bad.branch)}\u00a0: ${STOCK_REQUIREMENT}`);
      return focusCell(bad.currency, bad.branch);
    }
    const sent = changes.slice(0, MOST_STOCK_CELLS);
    setSaving(true);
    try {
      const cells = sent.map(({ currency, branch, text }) => {
        const read = readStock(text, currency);
        return { currency, branch, ready: read.outcome === 'read' ? read.ready : null };
      });
      await call('POST /api/reservations/stocks', { body: { day, cells } });
      await revalidate();
      // texts typed meanwhile stay
      const kept = Object.entries(latest.current).filter(
        ([key, text]) => !sent.some((cell) => cell.key === key && cell.text === text),
      );
      latest.current = Object.fromEntries(kept);
      setTyped(latest.current);
      announce(sent.length === 1 ? 'Le stock est enregistré.' : `${sent.length} stocks sont enregistrés.`);
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict) showFailure(error);
      else {
        setRefused(
          Object.fromEntries(
            conflict.cells.map(({ currency, branch, promised }) => [
              keyOf(currency, branch),
              `${formatShortAmount(currency, centsOf(promised) ?? 0)} sont déjà promis ce jour-là.`,
            ]),
          ),
        );
        const [first] = conflict.cells;
        if (!first) return;
        announceFailure(`${first.currency}, ${nameOf(first.branch)}\u00a0: davantage est déjà promis.`);
        focusCell(first.currency, first.branch);
      }
    } finally {
      setSaving(false);
    }
  }

  return {
    day,
    stored,
    typed,
    changes,
    isSaving,
    wrong,
    type,
    paste,
    save,
    abandoned: Object.keys(abandoned).length,
    abandon: () => {
      setAbandoned(Object.fromEntries(changes.map(({ key, text }) => [key, text])));
      latest.current = {};
      setTyped({});
      setRefused({});
    },
    takeBack: () => type(abandoned),
    isUnsaved: () => Object.keys(latest.current).length > 0 && changes.length > 0,
    leave: (currency: string, branch: number | null) => {
      const key = keyOf(currency, branch);
      const text = latest.current[key];
      const right = text === undefined ? text : normalised(text, currency);
      if (right !== undefined && right !== text) type({ [key]: right });
    },
    restore: (key: string) => {
      const { [key]: _, ...others } = latest.current;
      latest.current = others;
      setTyped(others);
    },
  };
}
export type StockCells = ReturnType<typeof useStockCells>;

export const cellId = (currency: string, branch: number | null) => `stock-${currency}-${branch ?? 'bureau'}`;

export function focusCell(currency: string, branch: number | null): void {
  const field = document.getElementById(cellId(currency, branch));
  field?.scrollIntoView({ block: 'center', inline: 'nearest' });
  field?.focus({ preventScroll: true });
}

// Texts of the grid's day, usual figures behind them, and what stands beside each.
function storedOf(stocks: readonly Stock[], day: string | null) {
  const texts: Record<string, string> = {};
  const usual: Record<string, string> = {};
  const beside: Record<string, Stock> = {};
  for (const stock of stocks) {
    const key = keyOf(stock.currency, stock.branch);
    if (stock.day === null) usual[key] = formatStock(stock.ready);
    else beside[key] = stock;
    const isShown = day === null ? stock.day === null : stock.day !== null && !stock.follows;
    if (isShown) texts[key] = formatStock(stock.ready);
  }
  return { texts, usual, beside };
}

function normalised(text: string, currency: string): string {
  const read = readStock(text, currency);
  if (read.outcome === 'refused') return text;
  return read.ready === null ? '' : formatStock(read.ready);
}

function conflictOf(error: unknown): StocksConflict | null {
  if (!(error instanceof ApiFailure) || error.code !== 'already_promised') return null;
  // body of this refusal
  return error.body as StocksConflict;
}
