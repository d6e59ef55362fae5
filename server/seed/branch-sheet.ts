import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

const AIRPORT_CURRENCIES = 'USD GBP CHF MAD THB JPY CAD AED'.split(' ');
const SALE_FACTOR = 0.915;
const PURCHASE_FACTOR = 1.085;

export async function seedBranchSheets(trx: Db, companyId: number, madeAt: Date): Promise<void> {
  await sql`
    INSERT INTO sheets (company_id, branch, quote_unit, made_at)
    SELECT company_id, id, 'per_base', ${madeAt} FROM branches
    WHERE company_id = ${companyId} AND rates = 'own'`.execute(trx);
  await sql`
    INSERT INTO sheet_currencies (company_id, branch, currency_code, position)
    SELECT company_id, id, code, position
    FROM branches CROSS JOIN unnest(${AIRPORT_CURRENCIES}::text[]) WITH ORDINALITY AS served (code, position)
    WHERE company_id = ${companyId} AND rates = 'own'`.execute(trx);
  await fixBranches(trx, companyId);
}

/** Derives branch rates from the company's, except those that a person has fixed. */
export async function fixBranches(trx: Db, companyId: number): Promise<void> {
  await sql`
    INSERT INTO branch_fixings (company_id, branch, currency_code, purchase, sale, updated_at)
    SELECT company_id, branches.id, currency_code, round(purchase * ${PURCHASE_FACTOR}::numeric, 4),
      round(sale * ${SALE_FACTOR}::numeric, 4), fixings.updated_at
    FROM branches JOIN fixings USING (company_id)
    WHERE company_id = ${companyId} AND rates = 'own' AND held_at IS NULL
      AND currency_code = any(${AIRPORT_CURRENCIES}::text[])
    ON CONFLICT (branch, currency_code) DO UPDATE
    SET purchase = excluded.purchase, sale = excluded.sale, updated_at = excluded.updated_at
    WHERE branch_fixings.held_at IS NULL AND NOT EXISTS (
      SELECT FROM fixing_logs WHERE fixing_logs.company_id = branch_fixings.company_id
        AND fixing_logs.branch = branch_fixings.branch
        AND fixing_logs.currency_code = branch_fixings.currency_code AND user_id IS NOT NULL
    )`.execute(trx);
}
