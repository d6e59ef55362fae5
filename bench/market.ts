import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import type { Db } from '../server/db/open.ts';
import { insertAll } from '../server/seed/insert-all.ts';
import { midRateAt, type RateDay, readMidRates, shiftToToday } from '../server/seed/mid-rates.ts';
import { insertReference } from '../server/seed/reference.ts';
import { administratorScopes, agentScopes } from '../server/seed/scopes.ts';
import { aCurrencyRow, aMidRateRow } from '../server/testing/rows.ts';

/** The base and one counterpart, at a real rate. */
export async function addCurrencies(db: Db): Promise<void> {
  await db
    .insertInto('currencies')
    .values([
      aCurrencyRow({ code: 'EUR', label: 'euro', position: 1 }),
      aCurrencyRow({ code: 'USD', label: 'dollar des États-Unis', position: 2 }),
    ])
    .execute();
  await db
    .insertInto('mid_rates')
    .values(aMidRateRow({ at: new Date('2026-09-26T00:00:00Z'), rate: '1.13912687', source: 'bench' }))
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
      round(1.1391 * (0.995 - (id * 7919 % 850) / 10000.0), 4), now()
    FROM companies`.execute(db);
}

/**
 * Three branches of each bureau: a sixth of all around Paris, few around Lyon, the others all over the country. Some pay less,
 * some do not sell or buy back, and most have said their hours.
 */
export async function addBranches(db: Db): Promise<void> {
  await sql`
    INSERT INTO branches (company_id, name, kind, address, city, lat, lon, phone, sells, buys_back, hours, rates, percent)
    SELECT id, 'Agence ' || n, CASE WHEN dice % 10 = 0 THEN 'airport' ELSE 'street' END, '1 rue de la Paix', 'Ville',
      lat + wide * ((dice / 7 % 1000) / 500.0 - 1), lon + wide * ((dice / 11 % 1009) / 504.5 - 1),
      '01 99 00 00 00', dice % 20 > 0, dice % 5 > 0, CASE WHEN dice % 8 > 0 THEN 'Mo-Su 07:00-' || 12 + dice % 12 || ':00' ELSE '' END,
      CASE WHEN dice % 11 = 0 THEN 'percent' ELSE 'company' END, CASE WHEN dice % 11 = 0 THEN -8.5 END
    FROM companies CROSS JOIN generate_series(1, 3) AS n
    CROSS JOIN LATERAL (SELECT (id * 3 + n) * 7919::bigint % 1000003 AS dice) AS rolled
    CROSS JOIN LATERAL (SELECT CASE WHEN dice % 6 = 0 THEN 48.86 WHEN dice % 33 = 1 THEN 45.76 ELSE 46.5 END AS lat,
      CASE WHEN dice % 6 = 0 THEN 2.35 WHEN dice % 33 = 1 THEN 4.85 ELSE 2.5 END AS lon,
      CASE WHEN dice % 6 = 0 OR dice % 33 = 1 THEN 0.12 ELSE 3.5 END AS wide) AS place`.execute(db);
}

/** Every fiftieth of those branches has a sheet of its own, of so many currencies, and every twentieth is closed for some days. */
export async function addOwnSheets(db: Db, currencies: number): Promise<void> {
  await sql`UPDATE branches SET rates = 'own', percent = NULL WHERE id % 50 = 0`.execute(db);
  await sql`
    INSERT INTO branch_fixings (company_id, branch, currency_code, purchase, sale, updated_at)
    SELECT branches.company_id, branches.id, currency_code, purchase * 1.01, sale * 0.99, now()
    FROM branches CROSS JOIN LATERAL (
      SELECT * FROM fixings WHERE fixings.company_id = branches.company_id ORDER BY currency_code LIMIT ${currencies}
    ) AS fixed WHERE branches.rates = 'own'`.execute(db);
  await sql`
    INSERT INTO branch_closures (branch_id, from_day, to_day, reason)
    SELECT id, current_date + id % 30, current_date + id % 30 + 6, 'Congés' FROM branches WHERE id % 20 = 0`.execute(
    db,
  );
}

/** Every fiftieth bureau is suspended, and of the rates of all one side in a hundred, half of those until tomorrow, and both of some. */
export async function suspendSome(db: Db): Promise<void> {
  await sql`UPDATE companies SET suspended_at = now() WHERE id % 50 = 7`.execute(db);
  await sql`
    UPDATE fixings SET is_sale_suspended = true, is_purchase_suspended = dice % 500 = 0,
      sale_suspended_until = CASE WHEN dice % 200 = 0 THEN now() + interval '1 day' END
    FROM (SELECT company_id AS id, currency_code AS code, row_number() OVER (ORDER BY currency_code, company_id) AS dice FROM fixings) AS rolled
    WHERE company_id = id AND currency_code = code AND dice % 100 = 0`.execute(db);
  await sql`UPDATE branch_fixings SET is_purchase_suspended = true WHERE company_id % 30 = 0`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}

export const PASSWORD = 'trois girafes au marché';
const ADMINISTRATOR = 'admin@bench.example';

/** The name that the agent of the n-th bureau logs in with. */
export function agentOf(n: number): string {
  return `agent-${n}@bench.example`;
}

/**
 * So many bureaux that each serve the same currencies, at today's mid rates: margins of 0.5 to 9 %, rates to 5 digits.
 * Each has its agent; one administrator sees them all.
 */
export async function addMarket(db: Db, bureaux: number, currencies: number): Promise<void> {
  await insertReference(db);
  // fixings are held for review where the newest mid rate is a week old
  const days = shiftToToday(await readMidRates(), new Date());
  const { at } = days.at(-1) as RateDay;
  const known = await db.selectFrom('currencies').where('code', '<>', 'EUR').select('code').execute();
  const mid_rates = known.map(({ code }) => {
    return aMidRateRow({ currency_code: code, at, rate: String(midRateAt(days, code, at)), source: 'bench' });
  });
  await insertAll(db, 'mid_rates', mid_rates);
  await sql`
    INSERT INTO companies (name, logo, site)
    SELECT 'Bureau n° ' || n, 'bureau-' || n, 'https://bureau-' || n || '.example'
    FROM generate_series(1, ${bureaux}::int) AS n`.execute(db);
  // every key is right, and a million rows looked at one by one take minutes
  await sql`ALTER TABLE fixings DROP CONSTRAINT fixings_company_id_fkey,
    DROP CONSTRAINT fixings_currency_code_fkey`.execute(db);
  await sql`
    INSERT INTO fixings (company_id, currency_code, purchase, sale, updated_at)
    SELECT companies.id, mid.currency_code,
      round(mid.rate * (1.005 + margin), digits), round(mid.rate * (0.995 - margin), digits),
      now()
    FROM companies
    CROSS JOIN (SELECT currency_code, rate, greatest(0, 4 - floor(log(rate)))::int AS digits
      FROM mid_rates WHERE at = ${at} ORDER BY currency_code <> 'USD', currency_code LIMIT ${currencies}) AS mid
    CROSS JOIN LATERAL (SELECT (companies.id * 7919 % 850) / 10000.0 AS margin) AS drawn
    ORDER BY companies.id`.execute(db);
  await sql`ALTER TABLE fixings
    ADD CONSTRAINT fixings_company_id_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
    ADD CONSTRAINT fixings_currency_code_fkey FOREIGN KEY (currency_code) REFERENCES currencies (code)`.execute(
    db,
  );
  await addPeople(db);
  await openAdministrator(db);
  // as autovacuum leaves it after a while
  await sql`
    INSERT INTO security_events (at, kind, outcome, user_id, subject_user_id, device)
    SELECT '2026-11-21T08:00:00Z', 'login', 'success', id, id, 'Firefox, Windows' FROM users`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}

async function addPeople(db: Db): Promise<void> {
  const password = await hash(PASSWORD);
  await sql`
    INSERT INTO users (company_id, mail, name, surname, role, status, password_hash)
    SELECT id, 'agent-' || id || '@bench.example', 'Agent', id::text, 'agent', 'in_service', ${password}
    FROM companies
    UNION ALL
    SELECT NULL, ${ADMINISTRATOR}, 'Admin', '', 'administrateur', 'in_service', ${password}`.execute(db);
  await sql`
    INSERT INTO user_scopes (user_id, scope)
    SELECT users.id, scope FROM users, unnest(${agentScopes}::text[]) AS scope WHERE role = 'agent'
    UNION ALL
    SELECT users.id, scope FROM users, unnest(${administratorScopes}::text[]) AS scope
    WHERE role = 'administrateur'`.execute(db);
}

/** The cookie of the administrator's open session. */
export const ADMINISTRATOR_SESSION = 'c2Vzc2lvbi1vZi10aGUtYmVuY2gtYWxvbmUtMDEyMzQ';

/** With its second factor, a passkey that nobody has: without one it would be asked to set one up, and see nothing else. */
async function openAdministrator(db: Db): Promise<void> {
  const token = createHash('sha256').update(ADMINISTRATOR_SESSION).digest();
  await sql`
    WITH passkey AS (
      INSERT INTO passkeys (user_id, credential_id, public_key, counter, name, created_at)
      SELECT id, 'bench', 'bench', 0, 'bench', now() FROM users WHERE mail = ${ADMINISTRATOR}
    )
    INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
    SELECT ${token}, id, now(), now() FROM users WHERE mail = ${ADMINISTRATOR}`.execute(db);
}

/** What a market of that size has gathered besides: two more users a bureau, every twentieth for none, and what was done. */
export async function addPast(db: Db): Promise<void> {
  await sql`
    INSERT INTO users (company_id, mail, name, surname, role, status)
    SELECT CASE WHEN n % 20 = 0 THEN NULL ELSE id END, 'user-' || id || '-' || n || '@bench.example',
      'Camille', 'Dupont-' || id || '-' || n, 'agent', 'awaiting_password'
    FROM companies CROSS JOIN LATERAL (VALUES (id * 2), (id * 2 + 1)) AS two (n)`.execute(db);
  await sql`
    INSERT INTO audit_entries (at, user_id, action, subject_user_id, company_id, changes)
    SELECT '2026-11-21T08:00:00Z', (SELECT id FROM users WHERE mail = ${ADMINISTRATOR}), 'users.edit', id,
      company_id, '{"phone": ["", "01 99 00 00 00"]}'
    FROM users`.execute(db);
  await sql`
    INSERT INTO fixing_logs (at, company_id, user_id, base, currency_code, rate, purchase, sale)
    SELECT fixings.updated_at, fixings.company_id, users.id, 'EUR', fixings.currency_code, 1, purchase, sale
    FROM fixings JOIN users ON users.mail = 'agent-' || fixings.company_id || '@bench.example'`.execute(db);
  await sql`VACUUM ANALYZE`.execute(db);
}
