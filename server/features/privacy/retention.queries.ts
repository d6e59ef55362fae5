import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { eraseTravellers } from './erase-travellers.queries.ts';
import { eraseUsers } from './erase-users.queries.ts';

/**
 * Erases personal data of leads and leaves them as counts, after the retention or at once without consent, which older
 * versions allowed.
 */
export async function anonymiseLeads(db: Db, until: Date, batch: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ email: '', consent_at: null, consent_text: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('leads')
        .where('email', '<>', '')
        .where((or) => or.or([or('at', '<=', until), or('consent_at', 'is', null)]))
        .select('id')
        .orderBy('at')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deleteUnconfirmed(db: Db, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .where('confirmed_at', 'is', null)
        .where('at', '<=', until)
        .select('id')
        .orderBy('at')
        .limit(batch),
    )
    // a confirmation at this very moment wins
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Tables with deletion by age alone: time column and key. */
const DELETED_BY_AGE = {
  mails: ['finished_at', 'id'],
  // links not followed within a day
  mail_changes: ['created_at', 'id'],
  // restored by their letter until then
  removed_factors: ['removed_at', 'id'],
  // expired long before
  used_challenges: ['at', 'nonce'],
  security_events: ['at', 'id'],
  idempotency_keys: ['at', 'company_id', 'user_id', 'key'],
  outcomes: ['at', 'key_hash'],
  traveller_codes: ['created_at', 'id'],
  shown_counts: ['day', 'company_id', 'day', 'currency_code'],
} as const;

export async function deleteByAge(
  db: Db,
  table: keyof typeof DELETED_BY_AGE,
  until: Date,
  batch: number,
): Promise<number> {
  const [time, ...names] = DELETED_BY_AGE[table];
  const key = sql.join(names.map((name) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${sql.ref(time)} <= ${until} order by ${sql.ref(time)} limit ${batch}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Former users keep a number and a pseudonym. */
export async function eraseStaff(trx: Db, until: Date, batch: number): Promise<number> {
  const left = await trx
    .selectFrom('users')
    .where('suspended_at', '<=', until)
    .where('erased_at', 'is', null)
    .select('id')
    .orderBy('suspended_at')
    .limit(batch)
    .forUpdate()
    .execute();
  await eraseUsers(
    trx,
    left.map(({ id }) => id),
  );
  return left.length;
}

export async function deleteFailures(db: Db, until: Date, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_failures where key in (
      select key from login_failures where since <= ${until} limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Erases inactive travellers. Own logins and the end of reservations count as activity; open reservations protect. */
export async function eraseInactiveTravellers(
  trx: Db,
  { withAccount, withoutAccount }: { withAccount: Date; withoutAccount: Date },
  at: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from travellers
    where seen_at <= case when keeps_account then ${withAccount}::timestamptz else ${withoutAccount}::timestamptz end
      and not exists (
        select from reservations where traveller_id = travellers.id and (
          ended_at is null or ended_at > case when keeps_account then ${withAccount}::timestamptz else ${withoutAccount}::timestamptz end)
      )
    order by seen_at limit ${batch} for no key update`.execute(trx);
  await eraseTravellers(
    trx,
    rows.map(({ id }) => id),
    at,
  );
  return rows.length;
}

/**
 * Deletes stocks of past days, except locked ones, which the next round finds. Past reservations lose the reference.
 */
export async function deletePastStocks(trx: Db, until: string, batch: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from stocks
    where day < ${until}::date
      and not exists (select from reservations where stock_id = stocks.id and ended_at is null)
    order by day limit ${batch} for update skip locked`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await sql`update reservations set stock_id = null where stock_id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from stocks where id = any(${ids}::bigint[])`.execute(trx);
  return ids.length;
}

/** Deletes notes of companies without a recent reservation of the traveller, even when other companies have one. */
export async function deleteClientNotes(
  trx: Db,
  { withAccount, withoutAccount }: { withAccount: Date; withoutAccount: Date },
  batch: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from client_notes where (company_id, traveller_id) in (
      select client_notes.company_id, traveller_id
      from client_notes join travellers on travellers.id = traveller_id
      where not exists (
        select from reservations
        where reservations.traveller_id = travellers.id and reservations.company_id = client_notes.company_id and (
          ended_at is null or ended_at > case when keeps_account then ${withAccount}::timestamptz else ${withoutAccount}::timestamptz end)
      ) limit ${batch}
    )`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
