import { sql } from 'kysely';
import { FEED_BASE } from '#domain/rates-feed/feed.ts';
import type { ReservationTerms, StockCell } from '#domain/terms/terms.ts';
import type { Db } from '../../db/open.ts';

export async function lockOwnTerms(trx: Db, companyId: number) {
  return trx
    .selectFrom('reservation_terms')
    .where('company_id', '=', companyId)
    .select(['admitted_at as admittedAt', 'terms', 'updated_at as updatedAt'])
    .forUpdate()
    .executeTakeFirst();
}

export async function findOwnTerms(db: Db, companyId: number) {
  return db
    .selectFrom('reservation_terms')
    .where('company_id', '=', companyId)
    .select(['admitted_at as admittedAt', 'terms', 'updated_at as updatedAt'])
    .executeTakeFirst();
}

/** `terms`: for a company without any. */
export async function upsertAdmission(
  trx: Db,
  companyId: number,
  { admittedAt, terms, at }: { admittedAt: Date | null; terms: ReservationTerms; at: Date },
): Promise<void> {
  await trx
    .insertInto('reservation_terms')
    .values({ company_id: companyId, admitted_at: admittedAt, terms: JSON.stringify(terms), updated_at: at })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet({ admitted_at: admittedAt }))
    .execute();
}

/** First terms of a company. false: inserted concurrently, when there was no row to lock. */
export async function insertTerms(
  trx: Db,
  companyId: number,
  terms: ReservationTerms,
  at: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('reservation_terms')
    .values({ company_id: companyId, admitted_at: null, terms: JSON.stringify(terms), updated_at: at })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .returning('company_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findUnknownCurrency(db: Db, codes: readonly string[]): Promise<string | null> {
  if (codes.length === 0) return null;
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM unnest(${codes}::text[]) AS told (code)
    WHERE NOT EXISTS (SELECT FROM currencies WHERE currencies.code = told.code) LIMIT 1`.execute(db);
  return rows[0]?.code ?? null;
}

/** The caller holds the lock of the terms. */
export async function updateTerms(
  trx: Db,
  companyId: number,
  terms: ReservationTerms,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('reservation_terms')
    .set({ terms: JSON.stringify(terms), updated_at: at })
    .where('company_id', '=', companyId)
    .execute();
}

export async function listStocks(db: Db, companyId: number, days: { from: string } | { day: string }) {
  return db
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where((eb) =>
      eb.or([eb('day', 'is', null), 'day' in days ? eb('day', '=', days.day) : eb('day', '>=', days.from)]),
    )
    .select(['branch', 'currency_code as currency', 'day', 'ready', 'promised', 'follows'])
    .orderBy('branch', (order) => order.asc().nullsFirst())
    .orderBy('currency_code')
    .orderBy('day', (order) => order.asc().nullsFirst())
    .execute();
}

export async function listStockedBranches(db: Db, companyId: number) {
  return db
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    .where('kind', '<>', 'no_counter')
    .select(['id', 'name'])
    .orderBy('name')
    .execute();
}

export async function listStockedCurrencies(db: Db, companyId: number) {
  return db
    .selectFrom('currencies')
    .where((eb) =>
      eb.or([
        eb('code', '=', FEED_BASE),
        eb.exists(
          eb
            .selectFrom('fixings')
            .where('company_id', '=', companyId)
            .whereRef('fixings.currency_code', '=', 'currencies.code')
            .where((or) => or.or([or('purchase', 'is not', null), or('sale', 'is not', null)])),
        ),
        eb.exists(
          eb
            .selectFrom('stocks')
            .where('company_id', '=', companyId)
            .whereRef('stocks.currency_code', '=', 'currencies.code'),
        ),
      ]),
    )
    .select(['code', 'label'])
    .orderBy((eb) => eb('code', '<>', FEED_BASE))
    .orderBy('code')
    .execute();
}

// The company's own branches among the ids. `isStocked`: open, with a counter.
export async function findStockBranches(trx: Db, companyId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .select([
      'id',
      'name',
      (eb) => eb('closed_at', 'is', null).and('kind', '<>', 'no_counter').as('isStocked'),
    ])
    .execute();
  return rows;
}

type Key = Pick<StockCell, 'branch' | 'currency'>;
export type LockedStock = Key & { id: number; ready: number; promised: number; follows: boolean };

function keysOf(keys: readonly Key[]) {
  return sql`unnest(${keys.map(({ branch }) => branch)}::int[], ${keys.map(({ currency }) => currency)}::text[]) AS cell (branch, currency)`;
}

// Missing rows of a day, made in one order before `lockStockCells`. Answers with those it made.
export async function openStockCells(
  trx: Db,
  companyId: number,
  day: string | null,
  keys: readonly Key[],
): Promise<Key[]> {
  const { rows } = await sql<Key>`
    INSERT INTO stocks (company_id, branch, currency_code, day, ready, follows)
    SELECT ${companyId}, branch, currency, ${day}::date, 0, ${day !== null} FROM ${keysOf(keys)}
    ORDER BY branch NULLS FIRST, currency
    ON CONFLICT DO NOTHING RETURNING branch, currency_code AS currency`.execute(trx);
  return rows;
}

// Rows of one day, locked in the order of their ids, as moves and erasures do. `share`: against changes alone.
export async function lockStockCells(
  trx: Db,
  companyId: number,
  day: string | null,
  keys: readonly Key[],
  strength: 'update' | 'share' = 'update',
): Promise<LockedStock[]> {
  const { rows } = await sql<LockedStock>`
    SELECT stocks.id::int, stocks.branch, currency_code AS currency, ready::float8, promised::float8, follows
    FROM stocks JOIN ${keysOf(keys)}
      ON coalesce(stocks.branch, 0) = coalesce(cell.branch, 0) AND currency_code = cell.currency
    WHERE company_id = ${companyId} AND day IS NOT DISTINCT FROM ${day}::date
    ORDER BY stocks.id ${strength === 'share' ? sql`FOR SHARE OF stocks` : sql`FOR NO KEY UPDATE OF stocks`}`.execute(
    trx,
  );
  return rows;
}

// Locks are the caller’s.
export async function updateStocks(
  trx: Db,
  figures: readonly { id: number; ready: number; follows: boolean }[],
): Promise<void> {
  await sql`
    UPDATE stocks SET ready = figure.ready, follows = figure.follows
    FROM unnest(${figures.map(({ id }) => id)}::bigint[], ${figures.map(({ ready }) => String(ready))}::numeric[],
      ${figures.map(({ follows }) => follows)}::boolean[]) AS figure (id, ready, follows)
    WHERE stocks.id = figure.id`.execute(trx);
}

// Figures of every day reach the days that follow them, keeping what is promised. Rows are locked in one order.
export async function passStocksOn(trx: Db, companyId: number, keys: readonly Key[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT stocks.id FROM stocks JOIN ${keysOf(keys)}
      ON coalesce(stocks.branch, 0) = coalesce(cell.branch, 0) AND currency_code = cell.currency
    WHERE company_id = ${companyId} AND follows ORDER BY stocks.id FOR NO KEY UPDATE OF stocks`.execute(trx);
  await sql`
    UPDATE stocks SET ready = greatest(stocks.promised, usual.ready) FROM stocks AS usual
    WHERE stocks.id = any(${rows.map(({ id }) => id)}::bigint[]) AND usual.day IS NULL
      AND usual.company_id = stocks.company_id AND usual.currency_code = stocks.currency_code
      AND coalesce(usual.branch, 0) = coalesce(stocks.branch, 0)`.execute(trx);
}
