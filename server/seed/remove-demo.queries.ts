import { sql } from 'kysely';
import { DEMONSTRATION_SOURCE } from '#domain/rates-feed/demonstration.ts';
import type { Db } from '../db/open.ts';
import { eraseUsers } from '../features/privacy/erase-users.queries.ts';
import { HISTORY_DAYS } from './history.ts';

export type SeededTable = 'companies' | 'users' | 'articles';
export type EditedRow = { table: SeededTable; id: string; name: string };

// Accounts of people that can log in and give rights.
export async function countAdministrators(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users
    WHERE seeded IS NULL AND suspended_at IS NULL AND password_hash IS NOT NULL AND EXISTS (
      SELECT FROM user_scopes WHERE user_id = users.id AND scope = 'iam.users.edit.all')`.execute(db);
  return rows[0]?.count ?? 0;
}

// Rows of the seed that somebody has changed since.
export async function selectEdited(db: Db): Promise<EditedRow[]> {
  const { rows } = await sql<EditedRow>`
    SELECT 'companies' AS "table", id::text, name FROM companies WHERE seeded <> seeded_digest(companies)
    UNION ALL SELECT 'users', id::text, mail FROM users WHERE seeded <> seeded_digest(users)
    UNION ALL SELECT 'articles', id, title FROM articles WHERE seeded <> seeded_digest(articles)
    ORDER BY 1, 3 LIMIT 1000`.execute(db);
  return rows;
}

// Gives a row of the seed to people, who keep it.
export async function keepSeeded(db: Db, { table, id }: EditedRow): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET seeded = NULL WHERE id::text = ${id}`.execute(db);
}

// Companies with reservations or accounts of people, which are suspended in place of removed.
export async function selectUsedByPeople(db: Db): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, name FROM companies WHERE seeded IS NOT NULL AND (
      EXISTS (SELECT FROM reservations WHERE company_id = companies.id AND request_key NOT LIKE 'demo-%')
      OR EXISTS (SELECT FROM users WHERE company_id = companies.id AND seeded IS NULL))
    ORDER BY name`.execute(db);
  return rows;
}

// Rows of a company, those that refer to others first.
const OF_COMPANIES = [
  'redemptions',
  'struck_slips',
  'slips',
  'reservation_events',
  'reservations',
  'client_notes',
  'stocks',
  'reservation_terms',
  'reservation_numbers',
  'redemption_numbers',
  'slip_numbers',
  'fixing_logs',
  'batches',
  'fixings',
  'branch_fixings',
  'sheet_currencies',
  'sheets',
  'table_forms',
  'margin_stops',
  'margin_sheets',
  'boards',
  'branches',
  'shown_counts',
  'leads',
  'idempotency_keys',
  'audit_entries',
] as const;
// Triggers that keep journals from being changed, put aside in this transaction alone.
const APPEND_ONLY = [
  'redemptions',
  'struck_slips',
  'slips',
  'reservation_events',
  'fixing_logs',
  'audit_entries',
] as const;
const REFERRING = [
  ['audit_entries', 'user_id'],
  ['audit_entries', 'subject_user_id'],
  ['security_events', 'user_id'],
  ['security_events', 'subject_user_id'],
  ['batches', 'user_id'],
  ['fixing_logs', 'user_id'],
  ['idempotency_keys', 'user_id'],
  ['margin_sheets', 'updated_by'],
  ['redemptions', 'user_id'],
  ['reservation_events', 'user_id'],
] as const;

export type Removed = { companies: number; users: number; rates: number; articles: number };

// Removes what the seed wrote, except the companies `kept`. Accounts that journals name become pseudonyms.
export async function deleteDemo(trx: Db, kept: readonly number[]): Promise<Removed> {
  const { rows: companies } = await sql<{ id: number; seededOn: Date }>`
    SELECT id, created_at + ${2 * HISTORY_DAYS} * interval '1 day' AS "seededOn" FROM companies
    WHERE seeded IS NOT NULL AND id <> ALL (${kept}::int[]) FOR UPDATE`.execute(trx);
  const ids = companies.map(({ id }) => id);
  for (const table of APPEND_ONLY) await setTrigger(trx, table, 'DISABLE');
  for (const table of OF_COMPANIES) {
    const isOf =
      table === 'reservation_events'
        ? sql`reservation_id IN (SELECT id FROM reservations WHERE company_id = ANY (${ids}::int[]))`
        : sql`company_id = ANY (${ids}::int[])`;
    await sql`DELETE FROM ${sql.table(table)} WHERE ${isOf}`.execute(trx);
  }
  for (const table of APPEND_ONLY) await setTrigger(trx, table, 'ENABLE');
  const users = await deleteUsers(trx);
  await sql`DELETE FROM companies WHERE id = ANY (${ids}::int[])`.execute(trx);
  await sql`DELETE FROM travellers WHERE email LIKE '%@voyageurs.example' AND NOT EXISTS (
    SELECT FROM reservations WHERE traveller_id = travellers.id)`.execute(trx);
  const [first] = companies;
  if (first) await sql`DELETE FROM comparison_counts WHERE day < ${first.seededOn}::date`.execute(trx);
  const rates = await sql`DELETE FROM mid_rates WHERE source = ${DEMONSTRATION_SOURCE}`.execute(trx);
  await sql`DELETE FROM daily_offers WHERE is_demonstration`.execute(trx);
  const articles = await sql`DELETE FROM articles WHERE seeded IS NOT NULL`.execute(trx);
  return {
    companies: ids.length,
    users,
    rates: Number(rates.numAffectedRows ?? 0n),
    articles: Number(articles.numAffectedRows ?? 0n),
  };
}

function setTrigger(trx: Db, table: (typeof APPEND_ONLY)[number], what: 'ENABLE' | 'DISABLE') {
  return sql`ALTER TABLE ${sql.table(table)} ${sql.raw(what)} TRIGGER ${sql.ref(`${table}_append_only`)}`.execute(
    trx,
  );
}

async function deleteUsers(trx: Db): Promise<number> {
  const isNamed = sql.join(
    REFERRING.map(
      ([table, column]) =>
        sql`EXISTS (SELECT FROM ${sql.table(table)} AS journal WHERE ${sql.ref(`journal.${column}`)} = users.id)`,
    ),
    sql` OR `,
  );
  const { rows: named } = await sql<{ id: number }>`
    UPDATE users SET suspended_at = coalesce(suspended_at, now()), seeded = NULL, company_id = CASE
      WHEN EXISTS (SELECT FROM branches WHERE company_id = users.company_id) THEN company_id END
    WHERE seeded IS NOT NULL AND (${isNamed}) RETURNING id`.execute(trx);
  await eraseUsers(
    trx,
    named.map(({ id }) => id),
  );
  const gone = await sql`DELETE FROM users WHERE seeded IS NOT NULL`.execute(trx);
  return named.length + Number(gone.numAffectedRows ?? 0n);
}
