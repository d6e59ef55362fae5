import { type SqlBool, sql } from 'kysely';
import { normalizeEmail } from '#domain/audience/email.ts';
import { ownUserFields } from '#domain/users/fields.ts';
import { hasEmail, spellingsOf } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';
import { exportTraveller } from './export-traveller.queries.ts';

const own = ownUserFields.map((name) => `users.${name}` as const);

/**
 * All data about one address in any case (GDPR, article 15); kept-columns.test.ts checks every column. `keys`: HMACs of
 * its failed logins.
 */
export async function exportPerson(db: Db, email: string, keys: readonly Buffer[], codes: PickupCodes) {
  const users = await db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'company_id')
    .where(hasEmail('mail', email))
    .select(['users.id', 'mail', ...own, 'img', 'role', 'status'])
    .select(['companies.name as company', 'users.created_at', 'users.suspended_at'])
    .execute();
  return {
    email: normalizeEmail(email),
    leads: await db
      .selectFrom('leads')
      .innerJoin('companies', 'companies.id', 'leads.company_id')
      .where(hasEmail('leads.email', email))
      .select(['leads.at', 'companies.name as company', 'leads.email', 'consent_at', 'consent_text'])
      .orderBy('leads.id')
      .execute(),
    subscriptions: await db
      .selectFrom('subscriptions')
      .where(hasEmail('email', email))
      .select(['at', 'email', 'type', 'consent_text', 'confirmed_at'])
      .orderBy('id')
      .execute(),
    mails: await db
      .selectFrom('mails')
      .where(hasEmail('recipient', email))
      .select(['kind', 'recipient', 'created_at', 'due_at', 'attempts', 'handed_over_at', 'finished_at'])
      .select(['outcome', 'last_error'])
      .orderBy('id')
      .execute(),
    awaited_by_accounts: await db
      .selectFrom('mail_changes')
      .where(hasEmail('mail', email))
      .select(['mail', 'created_at'])
      .execute(),
    failed_logins: await db
      .selectFrom('login_failures')
      .where(sql<SqlBool>`key = any(${keys}::bytea[])`)
      .select(['count', 'since'])
      .execute(),
    security_events: await selectSecurityEvents(db)
      .where(sql<SqlBool>`account = any(${keys}::bytea[])`)
      .select('device')
      .execute(),
    contact_of: await db
      .selectFrom('companies')
      .where(hasEmail('email', email))
      .select(['name', 'email', 'phone'])
      .orderBy('name')
      .execute(),
    former_contact_of: await selectFormerContacts(db, email),
    ...(await exportTraveller(db, email, codes)),
    accounts: await Promise.all(
      users.map(async (user) => ({ ...user, ...(await exportAccount(db, user.id)) })),
    ),
  };
}

function selectSecurityEvents(db: Db) {
  return db
    .selectFrom('security_events')
    .select(['at', 'kind', 'outcome', 'subject_user_id', 'details', 'count'])
    .orderBy('id');
}

async function selectFormerContacts(db: Db, email: string) {
  return db
    .selectFrom('audit_entries')
    .innerJoin('companies', 'companies.id', 'company_id')
    .where('subject_user_id', 'is', null)
    .where(
      sql<SqlBool>`array[lower(changes -> 'email' ->> 0), lower(changes -> 'email' ->> 1)] && ${spellingsOf(email)}::text[]`,
    )
    .select(['at', 'action', 'companies.name as company', 'changes'])
    .orderBy('audit_entries.id')
    .execute();
}

/** Second factors of a user, without their secrets. */
async function exportFactors(db: Db, id: number) {
  return {
    logins_under_way: await db
      .selectFrom('pending_logins')
      .where('user_id', '=', id)
      .select('created_at')
      .orderBy('created_at')
      .execute(),
    passkeys: await db
      .selectFrom('passkeys')
      .where('user_id', '=', id)
      .select(['name', 'created_at', 'last_used_at'])
      .orderBy('id')
      .execute(),
    codes_application: await db
      .selectFrom('totp_secrets')
      .where('user_id', '=', id)
      .select(['created_at', 'last_used_at'])
      .execute(),
    removed_factors: await db
      .selectFrom('removed_factors')
      .where('user_id', '=', id)
      .select(['kind', 'removed_at'])
      .orderBy('id')
      .execute(),
    recovery_codes: await db
      .selectFrom('recovery_codes')
      .where('user_id', '=', id)
      .select(['created_at', 'used_at'])
      .orderBy('selector')
      .execute(),
  };
}

async function exportAccount(db: Db, id: number) {
  const scopes = await db.selectFrom('user_scopes').where('user_id', '=', id).select('scope').execute();
  return {
    scopes: scopes.map(({ scope }) => scope).sort(),
    sessions: await db
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .select(['created_at', 'last_used_at', 'device', 'network', 'verified_at'])
      .orderBy('id')
      .execute(),
    awaited_address: await db
      .selectFrom('mail_changes')
      .where('user_id', '=', id)
      .select(['mail', 'created_at'])
      .execute(),
    photo: await db
      .selectFrom('user_photos')
      .where('user_id', '=', id)
      .select(['img', 'created_at', sql<string>`encode(png, 'base64')`.as('png_base64')])
      .execute(),
    ...(await exportFactors(db, id)),
    password_links: await db
      .selectFrom('password_links')
      .where('user_id', '=', id)
      .select(['created_at', 'used_at'])
      .orderBy('id')
      .execute(),
    security_events: await selectSecurityEvents(db)
      .where((eb) => eb.or([eb('user_id', '=', id), eb('subject_user_id', '=', id)]))
      // another person's browser is that person's data
      .select(
        sql<string | null>`case when coalesce(user_id, subject_user_id) = ${id} then device end`.as('device'),
      )
      .execute(),
    fixings: await db
      .selectFrom('fixing_logs')
      .innerJoin('companies', 'companies.id', 'company_id')
      .where('user_id', '=', id)
      .select(['at', 'companies.name as company', 'base', 'currency_code', 'rate', 'purchase', 'sale'])
      .select(['is_confirmation', 'is_held', 'is_refusal', 'origin', 'rule'])
      .orderBy('fixing_logs.id')
      .execute(),
    // without the changes, which contain data of other people
    acts: await db
      .selectFrom('audit_entries')
      .leftJoin('companies', 'companies.id', 'company_id')
      .where('user_id', '=', id)
      .select(['at', 'action', 'companies.name as company', 'subject_user_id'])
      .orderBy('audit_entries.id')
      .execute(),
    acts_upon: await db
      .selectFrom('audit_entries')
      .leftJoin('companies', 'companies.id', 'company_id')
      .where('subject_user_id', '=', id)
      .select(['at', 'action', 'companies.name as company', 'changes'])
      .orderBy('audit_entries.id')
      .execute(),
  };
}
