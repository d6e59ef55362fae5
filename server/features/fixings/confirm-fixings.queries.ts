import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export type Confirmation = {
  companyId: number;
  userId: number;
  base: string;
  codes: readonly string[];
  at: Date;
};

/**
 * Renews these fixings as they are, and writes their log lines: all or none. Gives the currencies that the bureau has
 * not fixed; when there is one, nothing is done.
 */
export async function confirmFixings(db: Db, confirmation: Confirmation): Promise<readonly string[]> {
  const { companyId, userId, base, codes, at } = confirmation;
  return db.transaction().execute(async (trx) => {
    // as an update of one fixing does, so that the two wait for each other
    await trx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute();
    const own = trx
      .selectFrom('fixings')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`currency_code = any(${codes}::text[])`);
    const fixed = new Set((await own.select('currency_code as code').execute()).map(({ code }) => code));
    const missing = codes.filter((code) => !fixed.has(code));
    if (missing.length > 0) return missing;
    await sql`
      WITH renewed AS (
        UPDATE fixings SET updated_at = greatest(${at}::timestamptz, updated_at + interval '1 millisecond')
        WHERE company_id = ${companyId} AND currency_code = any(${codes}::text[])
        RETURNING currency_code, purchase, sale, updated_at
      )
      INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale, is_confirmation)
      SELECT renewed.updated_at, ${companyId}, ${userId}, ${base}, renewed.currency_code, newest.rate, purchase, sale, true
      FROM renewed
      CROSS JOIN LATERAL (
        SELECT rate FROM mid_rates WHERE mid_rates.currency_code = renewed.currency_code ORDER BY at DESC LIMIT 1
      ) AS newest
      ORDER BY array_position(${codes}::text[], renewed.currency_code)`.execute(trx);
    return [];
  });
}
