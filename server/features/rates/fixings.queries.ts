import { sql } from 'kysely';
import type { FixingOrigin } from '#domain/rates/fixing.ts';
import { MOST_AHEAD } from '#domain/rates/freshness.ts';
import type { Db } from '../../db/open.ts';
import type { ReviewHold } from './held-fixings.queries.ts';
import { isOwnedBy, type RateOwner, tableOfOwner } from './rate-owners.queries.ts';
import type { FixingAmounts } from './rates.queries.ts';

/**
 * Locks the company's row, which exists before its first fixing, so that all writers of its fixings wait
 * here.
 */
export async function lockCompanyFixings(trx: Db, companyId: number): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}

/** `heldAt` null: compared. */
export type NewState = { purchase: string | null; sale: string | null; updatedAt: Date } & ReviewHold;

type SavedFixing = Omit<FixingAmounts, 'byName' | 'bySurname'> & { code: string };

/** Saves amounts as not yet accepted unless said otherwise. Suspended sides stay suspended. */
export async function saveFixings(
  trx: Db,
  owner: RateOwner,
  fixings: readonly (NewState & { code: string; acceptedAt?: Date | null })[],
): Promise<SavedFixing[]> {
  return trx
    .insertInto(tableOfOwner(owner))
    .values(
      fixings.map((fixing) => ({
        company_id: owner.companyId,
        ...(owner.branch !== null && { branch: owner.branch }),
        currency_code: fixing.code,
        purchase: fixing.purchase,
        sale: fixing.sale,
        updated_at: fixing.updatedAt,
        held_at: fixing.heldAt,
        held_by: fixing.heldBy,
        former_purchase: fixing.formerPurchase,
        former_sale: fixing.formerSale,
        accepted_at: fixing.acceptedAt ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns([owner.branch === null ? 'company_id' : 'branch', 'currency_code'])
        .doUpdateSet(({ ref }) => ({
          purchase: ref('excluded.purchase'),
          sale: ref('excluded.sale'),
          updated_at: ref('excluded.updated_at'),
          held_at: ref('excluded.held_at'),
          held_by: ref('excluded.held_by'),
          former_purchase: ref('excluded.former_purchase'),
          former_sale: ref('excluded.former_sale'),
          accepted_at: ref('excluded.accepted_at'),
        })),
    )
    .returning(['currency_code as code', 'purchase', 'sale', 'updated_at as updatedAt'])
    .returning(['is_purchase_suspended as isPurchaseSuspended', 'is_sale_suspended as isSaleSuspended'])
    .returning(['purchase_suspended_until as purchaseUntil', 'sale_suspended_until as saleUntil'])
    .returning(sql<boolean>`held_at is not null`.as('isHeld'))
    .execute();
}

type LogLines = RateOwner & {
  userId: number | null;
  base: string;
  origin: FixingOrigin;
  batchId?: number | null;
  isRefusal?: boolean;
};
type Line = {
  code: string;
  purchase: string | null;
  sale: string | null;
  updatedAt: Date;
  heldAt: Date | null;
};

export async function insertFixingLogs(trx: Db, of: LogLines, lines: readonly Line[]): Promise<void> {
  const rows = lines.map(({ code, purchase, sale, updatedAt, heldAt }) => ({
    code,
    purchase,
    sale,
    at: updatedAt,
    is_held: heldAt !== null,
  }));
  await sql`
    INSERT INTO fixing_logs
      (at, company_id, branch, user_id, base, currency_code, rate, purchase, sale, is_held, is_refusal, origin, batch_id)
    SELECT line.at, ${of.companyId}, ${of.branch}::int, ${of.userId}::int, ${of.base}, code, newest.rate, line.purchase, line.sale,
      is_held, ${of.isRefusal ?? false}, ${of.origin}, ${of.batchId ?? null}::bigint
    FROM ROWS FROM (
      json_to_recordset(${JSON.stringify(rows)}::json)
        AS (code text, purchase numeric, sale numeric, at timestamptz, is_held boolean)
    ) WITH ORDINALITY AS line (code, purchase, sale, at, is_held, position)
    CROSS JOIN LATERAL (
      SELECT rate FROM mid_rates WHERE mid_rates.currency_code = code ORDER BY mid_rates.at DESC LIMIT 1
    ) AS newest
    ORDER BY position`.execute(trx);
}

// nextDate (domain/rates/freshness.ts) of a row that is updated
export function nextDateOf(at: Date) {
  return sql<Date>`CASE WHEN updated_at > ${at}::timestamptz + ${MOST_AHEAD} * interval '1 millisecond' THEN ${at}::timestamptz
    ELSE greatest(${at}::timestamptz, updated_at + interval '1 millisecond') END`;
}

export type Renewal = RateOwner & { userId: number; base: string; codes: readonly string[]; at: Date };

export async function renewFixings(trx: Db, renewal: Renewal): Promise<void> {
  const { companyId, branch, userId, base, codes, at } = renewal;
  await sql`
    WITH renewed AS (
      UPDATE ${sql.table(tableOfOwner(renewal))} SET updated_at = ${nextDateOf(at)}
      WHERE ${isOwnedBy(renewal)} AND currency_code = any(${codes}::text[])
      RETURNING currency_code, purchase, sale, updated_at, held_at
    )
    INSERT INTO fixing_logs
      (at, company_id, branch, user_id, base, currency_code, rate, purchase, sale, is_confirmation, is_held)
    SELECT renewed.updated_at, ${companyId}, ${branch}::int, ${userId}, ${base}, renewed.currency_code, newest.rate, purchase, sale,
      true, held_at IS NOT NULL
    FROM renewed
    CROSS JOIN LATERAL (
      SELECT rate FROM mid_rates WHERE mid_rates.currency_code = renewed.currency_code ORDER BY at DESC LIMIT 1
    ) AS newest
    ORDER BY array_position(${codes}::text[], renewed.currency_code)`.execute(trx);
}
