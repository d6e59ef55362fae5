import { sql } from 'kysely';
import type { ReservationTerms, Stock, StockSave } from '#domain/terms/terms.ts';
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

export async function listStocks(db: Db, companyId: number, from: string) {
  return db
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('day', 'is', null), eb('day', '>=', from)]))
    .select(['branch', 'currency_code as currency', 'day', 'ready', 'promised', 'follows'])
    .orderBy('branch', (order) => order.asc().nullsFirst())
    .orderBy('currency_code')
    .orderBy('day', (order) => order.asc().nullsFirst())
    .execute();
}

/** Row of the stock, null when more is promised already, undefined for a branch of another company. */
export async function upsertStock(
  trx: Db,
  companyId: number,
  { branch, currency, day, ready }: StockSave,
): Promise<Pick<Stock, 'promised' | 'follows'> | null | undefined> {
  if (branch !== null) {
    const own = trx.selectFrom('branches').where('id', '=', branch).where('company_id', '=', companyId);
    if (!(await own.select('id').executeTakeFirst())) return undefined;
  }
  const { rows } = await sql<{ promised: string }>`
    INSERT INTO stocks (company_id, branch, currency_code, day, ready)
    VALUES (${companyId}, ${branch}, ${currency}, ${day}, ${String(ready)}::numeric)
    ON CONFLICT (company_id, branch, currency_code, day) DO UPDATE SET ready = excluded.ready, follows = false
      WHERE stocks.promised <= excluded.ready
    RETURNING promised`.execute(trx);
  if (day === null) await passStockOn(trx, companyId, { branch, currency, ready });
  return rows[0] ? { promised: Number(rows[0].promised), follows: false } : null;
}

/**
 * Passes the figure of every day on to days that follow it, keeping what is promised. Rows are locked in
 * one order.
 */
async function passStockOn(
  trx: Db,
  companyId: number,
  { branch, currency, ready }: Pick<StockSave, 'branch' | 'currency' | 'ready'>,
): Promise<void> {
  const followers = await trx
    .selectFrom('stocks')
    .where('company_id', '=', companyId)
    .where('branch', 'is not distinct from', branch)
    .where('currency_code', '=', currency)
    .where('follows', '=', true)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  await trx
    .updateTable('stocks')
    .set({ ready: sql`greatest(promised, ${String(ready)}::numeric)` })
    .where(sql<boolean>`id = any(${followers.map(({ id }) => id)}::bigint[])`)
    .execute();
}
