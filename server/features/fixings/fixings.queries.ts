import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Held } from './held-fixings.queries.ts';
import type { Suspension } from './rates.queries.ts';

/** The bureau's row is there even before its first fixing: all who write its fixings wait for each other here. */
export async function lockCompanyFixings(trx: Db, companyId: number): Promise<void> {
  await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
}

type Saved = { purchase: string | null; sale: string | null; updatedAt: Date };

/** Amounts as they are saved; `heldAt` null: they are compared. */
export type NewState = Saved & Held;

/** Writes amounts, which nobody has accepted yet. */
export async function saveFixing(
  trx: Db,
  fixing: { companyId: number; code: string } & NewState,
): Promise<Saved & Suspension> {
  const { companyId, code, purchase, sale, updatedAt } = fixing;
  const next = {
    purchase,
    sale,
    updated_at: updatedAt,
    held_at: fixing.heldAt,
    held_by: fixing.heldBy,
    former_purchase: fixing.formerPurchase,
    former_sale: fixing.formerSale,
    accepted_at: null,
  };
  return trx
    .insertInto('fixings')
    .values({ company_id: companyId, currency_code: code, ...next })
    .onConflict((conflict) => conflict.columns(['company_id', 'currency_code']).doUpdateSet(next))
    .returning(['purchase', 'sale', 'updated_at as updatedAt', 'suspended_until as suspendedUntil'])
    .returning(['is_purchase_suspended as isPurchaseSuspended', 'is_sale_suspended as isSaleSuspended'])
    .executeTakeFirstOrThrow();
}

/** With the mid rate of that moment. */
export async function insertFixingLog(
  trx: Db,
  line: { companyId: number; userId: number; base: string; code: string } & Saved & {
      isHeld?: boolean;
      isRefusal?: boolean;
    },
): Promise<void> {
  await trx
    .insertInto('fixing_logs')
    .values((eb) => ({
      at: line.updatedAt,
      company_id: line.companyId,
      user_id: line.userId,
      base: line.base,
      currency_code: line.code,
      rate: eb
        .selectFrom('mid_rates')
        .where('currency_code', '=', line.code)
        .select('rate')
        .orderBy('at', 'desc')
        .limit(1),
      purchase: line.purchase,
      sale: line.sale,
      is_held: line.isHeld ?? false,
      is_refusal: line.isRefusal ?? false,
    }))
    .execute();
}

export type Renewal = { companyId: number; userId: number; base: string; codes: readonly string[]; at: Date };

/** Renews fixings as they are, each with its line of the log, in the order of `codes`. */
export async function renewFixings(trx: Db, { companyId, userId, base, codes, at }: Renewal): Promise<void> {
  await sql`
    WITH renewed AS (
      UPDATE fixings SET updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
      WHERE company_id = ${companyId} AND currency_code = any(${codes}::text[])
      RETURNING currency_code, purchase, sale, updated_at, held_at
    )
    INSERT INTO fixing_logs
      (at, company_id, user_id, base, currency_code, rate, purchase, sale, is_confirmation, is_held)
    SELECT renewed.updated_at, ${companyId}, ${userId}, ${base}, renewed.currency_code, newest.rate, purchase, sale,
      true, held_at IS NOT NULL
    FROM renewed
    CROSS JOIN LATERAL (
      SELECT rate FROM mid_rates WHERE mid_rates.currency_code = renewed.currency_code ORDER BY at DESC LIMIT 1
    ) AS newest
    ORDER BY array_position(${codes}::text[], renewed.currency_code)`.execute(trx);
}
