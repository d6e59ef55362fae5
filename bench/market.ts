import { sql } from 'kysely';
import type { Db } from '../server/db/open.ts';

/** The base and one counterpart, at a real rate. */
export async function addCurrencies(db: Db): Promise<void> {
  await db
    .insertInto('currencies')
    .values([
      { code: 'EUR', label: 'euro', position: 1 },
      { code: 'USD', label: 'dollar des États-Unis', position: 2 },
    ])
    .execute();
  await db
    .insertInto('mid_rates')
    .values({
      currency_code: 'USD',
      at: new Date('2026-09-26T00:00:00Z'),
      rate: '1.13912687',
      source: 'bench',
    })
    .execute();
}

/** So many bureaux that serve the dollar, with margins of 0.5 to 9 %, rates to 4 decimals as bureaux set them. */
export async function addBureaux(db: Db, count: number): Promise<void> {
  await sql`
    INSERT INTO companies (name, logo, site)
    SELECT 'Bureau n° ' || n, 'bureau-' || n, 'https://bureau-' || n || '.example'
    FROM generate_series(1, ${count}::int) AS n`.execute(db);
  await sql`
    INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
    SELECT id, 'USD', round(1.1391 * (1.005 + (id * 7919 % 850) / 10000.0), 4),
      round(1.1391 * (0.995 - (id * 7919 % 850) / 10000.0), 4), '2026-11-21T08:00:00Z'
    FROM companies`.execute(db);
}
