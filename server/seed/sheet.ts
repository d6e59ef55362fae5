import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

const FIRST_CURRENCIES = 'USD GBP CHF CAD MAD THB JPY AUD AED TRY CZK PLN HUF SEK NOK DKK'.split(' ');
const SUSPENDED_PURCHASE = 'ARS';

export async function seedSheet(trx: Db, companyId: number, madeAt: Date): Promise<void> {
  await trx
    .insertInto('sheets')
    .values({ company_id: companyId, quote_unit: 'per_base', made_at: madeAt })
    .execute();
  await sql`
    INSERT INTO sheet_currencies (company_id, currency_code, position)
    SELECT company_id, currency_code,
      row_number() OVER (ORDER BY array_position(${FIRST_CURRENCIES}::text[], currency_code), currency_code)
    FROM fixings WHERE company_id = ${companyId}`.execute(trx);
  await trx
    .updateTable('fixings')
    .set({ is_purchase_suspended: true })
    .where('company_id', '=', companyId)
    .where('currency_code', '=', SUSPENDED_PURCHASE)
    .execute();
}
