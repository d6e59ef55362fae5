import type { JournalStock } from '#domain/audit/audit.ts';
import { centsOf } from '#domain/money/cents.ts';
import type { StockCell, StocksConflict } from '#domain/terms/terms.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Changes, writeAudit } from '../audit/write-audit.ts';
import {
  findStockBranches,
  findUnknownCurrency,
  type LockedStock,
  lockStockCells,
  openStockCells,
  passStocksOn,
  updateStocks,
} from './terms.queries.ts';

type Save = { companyId: number; day: string | null; cells: readonly StockCell[]; act: Act };
const MOST_JOURNALLED = 50;
const keyOf = ({ branch, currency }: Pick<StockCell, 'branch' | 'currency'>) => `${branch} ${currency}`;

// Cells of one day are saved all or nothing. Throws an HttpError: 400, 404, or 409 where more is promised.
export async function saveStocks(trx: Db, { companyId, day, cells, act }: Save): Promise<void> {
  requireRight(cells);
  const names = await requireKnown(trx, companyId, cells);
  const typed = cells.filter(({ ready }) => ready !== null);
  // the usual figures before those of a day, as a reservation locks them
  const usual = day === null ? [] : await lockStockCells(trx, companyId, null, cells, 'share');
  const opened = new Set((await openStockCells(trx, companyId, day, typed)).map(keyOf));
  const stocks = await lockStockCells(trx, companyId, day, cells);
  const usualOf = new Map(usual.map((stock) => [keyOf(stock), stock.ready]));
  const wanted = new Map(cells.map((cell) => [keyOf(cell), cell]));
  const figures = stocks.map((stock) => ({
    stock,
    ...figureOf(stock, wanted.get(keyOf(stock))?.ready ?? null, day, usualOf.get(keyOf(stock)) ?? 0),
  }));
  const refused = figures.filter(({ stock, ready }) => ready < stock.promised).map(({ stock }) => stock);
  if (refused.length > 0) throw alreadyPromised(refused);
  await updateStocks(
    trx,
    figures.map(({ stock: { id }, ready, follows }) => ({ id, ready, follows })),
  );
  if (day === null) await passStocksOn(trx, companyId, cells);
  const journalled = figures.map(({ stock, ready, follows }) => {
    const { branch, currency } = stock;
    const cell = { branch: branch === null ? null : (names.get(branch) ?? null), currency };
    const was = opened.has(keyOf(stock)) || stock.follows ? null : stock.ready;
    return { was: { ...cell, ready: was }, is: { ...cell, ready: follows ? null : ready } };
  });
  const changed = journalled.filter(({ was, is }) => was.ready !== is.ready);
  if (changed.length === 0) return;
  const listed = changed.slice(0, MOST_JOURNALLED);
  const before: JournalStock[] = listed.map(({ was }) => was);
  const after: JournalStock[] = listed.map(({ is }) => is);
  const count = changed.length;
  const changes = { day: [day, day], count: [count, count], stocks: [before, after] } satisfies Changes;
  await writeAudit(trx, act, { action: 'stocks.edited', companyId, changes });
}

function figureOf({ promised }: LockedStock, ready: number | null, day: string | null, usual: number) {
  if (ready !== null) return { ready, follows: false };
  return day === null ? { ready: 0, follows: false } : { ready: Math.max(promised, usual), follows: true };
}

function requireRight(cells: readonly StockCell[]): void {
  if (cells.some(({ ready }) => ready !== null && centsOf(ready) === null)) {
    throw new HttpError(400, 'invalid_amount', 'Un montant a deux décimales au plus.');
  }
  if (new Set(cells.map(keyOf)).size < cells.length) {
    throw new HttpError(400, 'same_cell', 'Donnez le stock d’une devise à une agence en une seule fois.');
  }
}

// Names of the branches.
async function requireKnown(trx: Db, companyId: number, cells: readonly StockCell[]) {
  const unknown = await findUnknownCurrency(
    trx,
    cells.map(({ currency }) => currency),
  );
  if (unknown) throw new HttpError(400, 'unknown_currency', `La devise ${unknown} n’est pas connue.`);
  const ids = [...new Set(cells.flatMap(({ branch }) => branch ?? []))];
  const branches = await findStockBranches(trx, companyId, ids);
  if (branches.length < ids.length) throw new HttpError(404, 'not_found', 'Cette agence n’existe pas.');
  const shut = branches.find(({ isStocked }) => !isStocked);
  if (shut) {
    const sentence = `${shut.name} est fermée, ou n’a pas de guichet. Elle n’a donc pas de stock.`;
    throw new HttpError(409, 'no_counter', sentence);
  }
  return new Map(branches.map(({ id, name }) => [id, name]));
}

function alreadyPromised(stocks: readonly LockedStock[]): HttpError {
  const details: StocksConflict = {
    cells: stocks.map(({ branch, currency, promised }) => ({ branch, currency, promised })),
  };
  const sentence = 'Davantage est déjà promis à des voyageurs pour ce jour-là.';
  return new HttpError(409, 'already_promised', sentence, { details });
}
