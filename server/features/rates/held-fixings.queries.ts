import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';
import { isOwnedBy, type RateOwner, tableOfOwner } from './rate-owners.queries.ts';
import type { FixingAmounts } from './rates.queries.ts';

export type ReviewHold = {
  heldAt: Date | null;
  heldBy: number[];
  formerPurchase: string | null;
  formerSale: string | null;
};

export type FixingState = ReviewHold & {
  code: string;
  purchase: string | null;
  sale: string | null;
  updatedAt: Date;
  acceptedAt: Date | null;
};

export async function listFixingStates(
  trx: Db,
  owner: RateOwner,
  codes: readonly string[],
): Promise<FixingState[]> {
  return trx
    .selectFrom(tableOfOwner(owner))
    .where(isOwnedBy(owner))
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .select(['currency_code as code', 'purchase', 'sale', 'updated_at as updatedAt'])
    .select(['held_at as heldAt', 'held_by as heldBy', 'accepted_at as acceptedAt'])
    .select(['former_purchase as formerPurchase', 'former_sale as formerSale'])
    .execute();
}

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

export async function holdFixings(
  trx: Db,
  { codes, userId, at, ...owner }: RateOwner & { codes: readonly string[]; userId: number; at: Date },
): Promise<void> {
  await trx
    .updateTable(tableOfOwner(owner))
    .set({ held_at: at, held_by: [userId] })
    .where(isOwnedBy(owner))
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .execute();
}

/** Adds a user to those who set the held amounts, and so may not accept them. */
export async function addHoldAuthor(
  trx: Db,
  { codes, userId, ...owner }: RateOwner & { codes: readonly string[]; userId: number },
): Promise<void> {
  await sql`
    UPDATE ${sql.table(tableOfOwner(owner))} SET held_by = held_by || ${userId}::int
    WHERE ${isOwnedBy(owner)} AND currency_code = any(${codes}::text[])
      AND held_at IS NOT NULL AND ${userId}::int <> ALL (held_by)`.execute(trx);
}

export async function acceptFixing(
  trx: Db,
  { code, at, ...owner }: RateOwner & { code: string; at: Date },
): Promise<void> {
  await trx
    .updateTable(tableOfOwner(owner))
    .set({ held_at: null, held_by: [], former_purchase: null, former_sale: null, accepted_at: at })
    .where(isOwnedBy(owner))
    .where('currency_code', '=', code)
    .execute();
}

export async function deleteFixing(trx: Db, owner: RateOwner, code: string): Promise<void> {
  await trx
    .deleteFrom(tableOfOwner(owner))
    .where(isOwnedBy(owner))
    .where('currency_code', '=', code)
    .execute();
}

export async function deleteFixings(trx: Db, owner: RateOwner): Promise<{ code: string; updatedAt: Date }[]> {
  return trx
    .deleteFrom(tableOfOwner(owner))
    .where(isOwnedBy(owner))
    .returning(['currency_code as code', 'updated_at as updatedAt'])
    .execute();
}

export type HeldRow = FixingAmounts &
  ReviewHold & {
    companyId: number;
    company: string;
    code: string;
    branch: number | null;
    branchName: string | null;
  };

const HELD_COLUMNS = sql`company_id, branch, currency_code, purchase, sale, updated_at, held_at, held_by, former_purchase,
  former_sale, is_purchase_suspended, is_sale_suspended, purchase_suspended_until, sale_suspended_until`;

/**
 * Longest held first, with their number. `companyId` null: every company in turn, so that none crowds out
 * the others.
 */
export async function listHeld(
  db: Db,
  companyId: number | null,
  limit: number,
): Promise<{ rows: HeldRow[]; total: number }> {
  const { rows } = await sql<HeldRow & { total: number }>`
    WITH held AS (
      SELECT ${HELD_COLUMNS} FROM fixings WHERE held_at IS NOT NULL
      UNION ALL SELECT ${HELD_COLUMNS} FROM branch_fixings WHERE held_at IS NOT NULL AND EXISTS (
        SELECT FROM branches WHERE id = branch_fixings.branch AND rates = 'own' AND closed_at IS NULL
      )
    ), listed AS (
      SELECT *, count(*) OVER ()::int AS total FROM held
      WHERE ${companyId}::int IS NULL OR company_id = ${companyId}::int
      ORDER BY row_number() OVER (PARTITION BY company_id ORDER BY held_at, currency_code, branch NULLS FIRST),
        held_at, company_id
      LIMIT ${limit}
    )
    SELECT listed.company_id AS "companyId", companies.name AS company, branch, branches.name AS "branchName",
      currency_code AS code, purchase, sale,
      listed.updated_at AS "updatedAt", is_purchase_suspended AS "isPurchaseSuspended",
      is_sale_suspended AS "isSaleSuspended", purchase_suspended_until AS "purchaseUntil",
      sale_suspended_until AS "saleUntil", true AS "isHeld", held_at AS "heldAt", held_by AS "heldBy",
      former_purchase AS "formerPurchase", former_sale AS "formerSale",
      fixer.name AS "byName", fixer.surname AS "bySurname", total
    FROM listed
    JOIN companies ON companies.id = listed.company_id
    LEFT JOIN branches ON branches.id = branch
    LEFT JOIN LATERAL (
      SELECT users.name, users.surname FROM fixing_logs JOIN users ON users.id = user_id
      WHERE fixing_logs.company_id = listed.company_id AND fixing_logs.currency_code = listed.currency_code
        AND fixing_logs.branch IS NOT DISTINCT FROM listed.branch
      ORDER BY fixing_logs.id DESC LIMIT 1
    ) AS fixer ON true
    ORDER BY held_at, listed.company_id, currency_code, branch NULLS FIRST`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function findCompanyName(db: Db, id: number): Promise<string | null> {
  const row = await db.selectFrom('companies').where('id', '=', id).select('name').executeTakeFirst();
  return row?.name ?? null;
}

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
