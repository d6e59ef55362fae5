import { sayFees } from '#domain/companies/fees.ts';
import { type Board, postedRow } from '#domain/fixings/board.ts';
import { type FreshnessLimits, sinceOf } from '#domain/fixings/freshness.ts';
import type { Db } from '../../../db/open.ts';
import type { RateBook } from '../../../rate-book/rate-book.ts';
import { ownRates } from '../own-rates.ts';
import { findSheet } from '../sheets.queries.ts';
import type { StoredBoard } from './board.queries.ts';

export type BoardOf = { book: RateBook; stored: StoredBoard; limits: FreshnessLimits; at: Date };

/** Everything that a bureau could post, in the order of its sheet; what it has not placed there comes after that. */
export async function readBoard(db: Db, { book, stored, limits, at }: BoardOf): Promise<Board> {
  const { companyId: id, company: name, address, fees } = stored;
  const sheet = await findSheet(db, id);
  const own = await ownRates(db, { book, company: { id, name }, since: sinceOf(limits, at) });
  const all = new Map(own.map((row) => [row.code, row]));
  const codes = new Set([...(sheet?.codes ?? []), ...all.keys()]);
  const served = [...codes].flatMap((code) => all.get(code) ?? []);
  const rows = served.flatMap((row) => postedRow(row, sheet?.quoteUnit ?? 'per_base', limits) ?? []);
  const dates = served.flatMap(({ updated_at }) => updated_at ?? []);
  return {
    company: name,
    address,
    fees: sayFees(fees),
    at: at.toISOString(),
    published_at: dates.sort().at(-1) ?? null,
    rows,
  };
}

/** What travellers see of it. */
export async function readPosted(db: Db, of: BoardOf): Promise<Board> {
  const board = await readBoard(db, of);
  return { ...board, rows: board.rows.filter(({ code }) => !of.stored.leftOut.includes(code)) };
}
