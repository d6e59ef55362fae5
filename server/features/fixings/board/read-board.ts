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
export async function readBoard(
  db: Db,
  { book, stored, limits, at }: BoardOf,
  leftOut: readonly string[] = [],
): Promise<Board> {
  const { companyId: id, company: name, address, fees } = stored;
  const sheet = await findSheet(db, { companyId: id, branch: null });
  const own = await ownRates(db, { book, company: { id, name }, branch: null, since: sinceOf(limits, at) });
  const all = new Map(own.map((row) => [row.code, row]));
  const codes = new Set([...(sheet?.codes ?? []), ...all.keys()]);
  for (const code of leftOut) codes.delete(code);
  const posted = [...codes].flatMap((code) => {
    const own = all.get(code);
    const row = own && postedRow(own, sheet?.quoteUnit ?? 'per_base', limits);
    return row ? { row, publishedAt: own.updated_at } : [];
  });
  return {
    company: name,
    address,
    fees: sayFees(fees),
    at: at.toISOString(),
    published_at:
      posted
        .map(({ publishedAt }) => publishedAt)
        .sort()
        .at(-1) ?? null,
    rows: posted.map(({ row }) => row),
  };
}

/** What travellers see of it. */
export function readPosted(db: Db, of: BoardOf): Promise<Board> {
  return readBoard(db, of, of.stored.leftOut);
}
