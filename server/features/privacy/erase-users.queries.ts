import { type RawBuilder, sql } from 'kysely';
import type { PersonalUserColumn } from '#domain/users/fields.ts';
import type { Db } from '../../db/open.ts';

/** Personal columns of a security event. The erased event stays as a count. */
export const ERASED_EVENT_COLUMNS = sql`account = null, network = null, device = null, session_id = null, bound = null`;

const PSEUDONYM_COLUMNS: Record<PersonalUserColumn, RawBuilder<unknown>> = {
  mail: sql`'ancien-' || id || '@efface.invalid'`,
  name: sql`'Ancien utilisateur'`,
  surname: sql`'n° ' || id`,
  phone: sql`''`,
};
const pseudonym = Object.entries(PSEUDONYM_COLUMNS).map(
  ([column, value]) => sql`${sql.ref(column)} = ${value}`,
);

/**
 * Replaces suspended users by pseudonyms, irreversibly; their addresses become free. Fixings and journals refer to
 * users by id and stay, without personal data of these users.
 */
export async function eraseUsers(trx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const are = (column: string) => sql`${sql.ref(column)} = any(${ids}::int[])`;
  await sql`delete from mails using users where ${are('users.id')} and lower(recipient) = lower(mail)
    and kind in ('invitation', 'password')`.execute(trx);
  const factors = ['pending_logins', 'passkeys', 'totp_secrets', 'recovery_codes', 'removed_factors'];
  for (const table of [
    'sessions',
    'password_links',
    'user_scopes',
    'user_photos',
    'mail_changes',
    ...factors,
  ]) {
    await sql`delete from ${sql.table(table)} where ${are('user_id')}`.execute(trx);
  }
  await sql`
    update users set ${sql.join(pseudonym)}, img = '', status = 'awaiting_password', password_hash = null, erased_at = now()
    where ${are('id')}`.execute(trx);
  const personal = sql`${Object.keys(PSEUDONYM_COLUMNS)}::text[]`;
  await sql`update audit_entries set changes = changes - ${personal}
    where ${are('subject_user_id')} and changes ?| ${personal}`.execute(trx);
  await sql`update security_events set ${ERASED_EVENT_COLUMNS}
    where coalesce(user_id, subject_user_id) = any(${ids}::int[]) and num_nonnulls(account, network, device, session_id) > 0`.execute(
    trx,
  );
}
