import { sql } from 'kysely';
import type { ErasedRows, Remaining } from '#domain/privacy/erasure.ts';
import { selectTime } from '../../db/clock.ts';
import { hasEmail, spellingsOf } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import { eraseTravellers } from './erase-travellers.queries.ts';
import { ERASED_EVENT_COLUMNS, eraseUsers } from './erase-users.queries.ts';
import { eraseRows, insertErasure } from './erasures.queries.ts';

/**
 * Erases an address in any case, and records it for restored backups. Leads stay as counts, fixings and journals with a
 * pseudonym. `keys`: HMACs of its failed logins.
 */
export async function erasePerson(
  db: Db,
  email: string,
  keys: readonly Buffer[],
): Promise<{ erased: ErasedRows; remaining: Remaining }> {
  return db.transaction().execute(async (trx) => {
    const at = await selectTime(trx);
    const rows = (
      kind: Parameters<typeof eraseRows>[1]['kind'],
      statement: Parameters<typeof eraseRows>[2],
    ) => eraseRows(trx, { kind, at }, statement);
    const failures = await sql`delete from login_failures where key = any(${keys}::bytea[])`.execute(trx);
    // erased within a day, so no backup contains them for longer
    await sql`delete from mail_changes where ${hasEmail('mail', email)}`.execute(trx);
    await sql`delete from traveller_codes where ${hasEmail('email', email)}`.execute(trx);
    const erased = {
      leads: await rows(
        'lead',
        sql`update leads set email = '', consent_at = null, consent_text = null
          where ${hasEmail('email', email)} returning id, at`,
      ),
      subscriptions: await rows(
        'subscription',
        sql`delete from subscriptions where ${hasEmail('email', email)} returning id, at`,
      ),
      mails: await rows(
        'mail',
        sql`delete from mails where ${hasEmail('recipient', email)} returning id, created_at as at`,
      ),
      accounts: await eraseAccounts(trx, email, at),
      entries: await rows('entry', formerContacts(email)),
      failedLogins: Number(failures.numAffectedRows ?? 0n),
      securityEvents: await rows(
        'security_event',
        sql`update security_events set ${ERASED_EVENT_COLUMNS} where account = any(${keys}::bytea[]) returning id, at`,
      ),
      travellers: await eraseAllTravellers(trx, email, at),
    };
    return { erased, remaining: await selectRemaining(trx, email) };
  });
}

async function eraseAccounts(trx: Db, email: string, at: Date): Promise<number> {
  const left = await trx
    .selectFrom('users')
    .where(hasEmail('mail', email))
    .where('suspended_at', 'is not', null)
    .select('id')
    .forUpdate()
    .execute();
  const ids = left.map(({ id }) => id);
  await eraseUsers(trx, ids);
  return eraseRows(
    trx,
    { kind: 'user', at },
    sql`select id, created_at as at from users where id = any(${ids}::int[])`,
  );
}

async function eraseAllTravellers(trx: Db, email: string, at: Date): Promise<number> {
  const held = await trx
    .selectFrom('travellers')
    .where(hasEmail('email', email))
    .select(['id', 'created_at'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id, created_at } of held)
    await insertErasure(trx, { kind: 'traveller', rowId: id, rowAt: created_at, at });
  await eraseTravellers(
    trx,
    held.map(({ id }) => id),
    at,
  );
  return held.length;
}

function formerContacts(email: string) {
  return sql`update audit_entries set changes = changes - 'email'
    where subject_user_id is null and array[lower(changes -> 'email' ->> 0), lower(changes -> 'email' ->> 1)] && ${spellingsOf(email)}::text[]
      and not exists (select from companies where ${hasEmail('companies.email', email)})
    returning id, at`;
}

async function selectRemaining(trx: Db, email: string): Promise<Remaining> {
  const users = await trx.selectFrom('users').where(hasEmail('mail', email)).select('id').execute();
  const companies = await trx
    .selectFrom('companies')
    .where(hasEmail('email', email))
    .select('name')
    .orderBy('name')
    .execute();
  return { accounts: users.length, companies: companies.map(({ name }) => name) };
}
