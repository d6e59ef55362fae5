import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';
import type { FixingAmounts } from './rates.queries.ts';

/** That amounts are held back from comparisons: since when, by whose hand, and what was compared before. */
export type Held = {
  heldAt: Date | null;
  heldBy: number[];
  formerPurchase: string | null;
  formerSale: string | null;
};

export type FixingState = Held & {
  code: string;
  purchase: string | null;
  sale: string | null;
  updatedAt: Date;
  acceptedAt: Date | null;
};

/** These fixings of a company, with all that says whether they are compared. */
export async function listFixingStates(
  trx: Db,
  companyId: number,
  codes: readonly string[],
): Promise<FixingState[]> {
  return trx
    .selectFrom('fixings')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .select(['currency_code as code', 'purchase', 'sale', 'updated_at as updatedAt'])
    .select(['held_at as heldAt', 'held_by as heldBy', 'accepted_at as acceptedAt'])
    .select(['former_purchase as formerPurchase', 'former_sale as formerSale'])
    .execute();
}

/** The newest mid rate of each of these currencies, by code. */
export async function findMidRates(
  trx: Db,
  codes: readonly string[],
): Promise<Map<string, { rate: string; at: Date }>> {
  const { rows } = await sql<{ code: string; rate: string; at: Date }>`
    SELECT code, newest.rate, newest.at FROM unnest(${codes}::text[]) AS asked (code) CROSS JOIN LATERAL (
      SELECT rate, at FROM mid_rates WHERE currency_code = asked.code ORDER BY at DESC LIMIT 1
    ) AS newest`.execute(trx);
  return new Map(rows.map(({ code, ...newest }) => [code, newest]));
}

/** Takes amounts that were compared out of comparisons, as they are. */
export async function holdFixings(
  trx: Db,
  { companyId, codes, userId, at }: { companyId: number; codes: readonly string[]; userId: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('fixings')
    .set({ held_at: at, held_by: [userId] })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .execute();
}

/** Who confirms held amounts has a hand in them. */
export async function addHand(
  trx: Db,
  { companyId, codes, userId }: { companyId: number; codes: readonly string[]; userId: number },
): Promise<void> {
  await sql`
    UPDATE fixings SET held_by = held_by || ${userId}::int
    WHERE company_id = ${companyId} AND currency_code = any(${codes}::text[])
      AND held_at IS NOT NULL AND ${userId}::int <> ALL (held_by)`.execute(trx);
}

/** Lets held amounts be compared, as they were fixed and as of then. */
export async function acceptFixing(
  trx: Db,
  { companyId, code, at }: { companyId: number; code: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('fixings')
    .set({ held_at: null, held_by: [], former_purchase: null, former_sale: null, accepted_at: at })
    .where('company_id', '=', companyId)
    .where('currency_code', '=', code)
    .execute();
}

export async function deleteFixing(trx: Db, companyId: number, code: string): Promise<void> {
  await trx
    .deleteFrom('fixings')
    .where('company_id', '=', companyId)
    .where('currency_code', '=', code)
    .execute();
}

export type HeldRow = FixingAmounts & Held & { companyId: number; company: string; code: string };

/** Those that are held the longest first, and how many there are; `companyId` null: of all companies. */
export async function listHeld(
  db: Db,
  companyId: number | null,
  limit: number,
): Promise<{ rows: HeldRow[]; total: number }> {
  const { rows } = await sql<HeldRow & { total: number }>`
    SELECT company_id AS "companyId", companies.name AS company, currency_code AS code, purchase, sale,
      updated_at AS "updatedAt", is_purchase_suspended AS "isPurchaseSuspended",
      is_sale_suspended AS "isSaleSuspended", purchase_suspended_until AS "purchaseUntil",
      sale_suspended_until AS "saleUntil", true AS "isHeld", held_at AS "heldAt", held_by AS "heldBy",
      former_purchase AS "formerPurchase", former_sale AS "formerSale",
      fixer.name AS "byName", fixer.surname AS "bySurname", count(*) OVER ()::int AS total
    FROM fixings JOIN companies ON companies.id = company_id
    LEFT JOIN LATERAL (
      SELECT users.name, users.surname FROM fixing_logs JOIN users ON users.id = user_id
      WHERE fixing_logs.company_id = fixings.company_id AND fixing_logs.currency_code = fixings.currency_code
      ORDER BY fixing_logs.id DESC LIMIT 1
    ) AS fixer ON true
    WHERE held_at IS NOT NULL AND (${companyId}::int IS NULL OR company_id = ${companyId}::int)
    ORDER BY held_at, company_id, currency_code
    LIMIT ${limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function findCompanyName(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('companies').where('id', '=', id).select('name').executeTakeFirst();
  return row?.name ?? null;
}

/** Who is at work and may be asked about what a company holds: its own users, and those with rights over more. */
export async function listPossibleReviewers(
  trx: Db,
  companyId: number,
): Promise<{ id: number; mail: string; companyId: number | null; scopes: string[] }[]> {
  return trx
    .selectFrom('users')
    .where('status', '!=', 'awaiting_password')
    .where('suspended_at', 'is', null)
    .where('erased_at', 'is', null)
    .where(
      sql<boolean>`(company_id = ${companyId} or exists (
        select from user_scopes
        where user_id = users.id and (scope = 'fixings.edit.all' or scope like '%*%')))`,
    )
    .select(['id', 'mail', 'company_id as companyId', scopesOfUser()])
    .orderBy('id')
    .execute();
}
