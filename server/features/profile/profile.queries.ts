import { sql } from 'kysely';
import { mailChangesExpiredBefore } from '#domain/profile/mail-change.ts';
import { MAX_OWN_EVENTS, type OwnSecurityEvent, type ProfileEdit } from '#domain/profile/profile.ts';
import { ownUserFields } from '#domain/users/fields.ts';
import type { Db } from '../../db/open.ts';
import type { Alive } from '../../http/session.queries.ts';

export async function findProfile(db: Db, userId: number, at: Date) {
  return db
    .selectFrom('users')
    .leftJoin('mail_changes as change', (join) =>
      join
        .onRef('change.user_id', '=', 'users.id')
        .on('change.created_at', '>', mailChangesExpiredBefore(at)),
    )
    .where('users.id', '=', userId)
    .select(['users.mail', ...ownUserFields, 'change.mail as awaited_mail'])
    .executeTakeFirstOrThrow();
}

export async function lockProfile(trx: Db, userId: number) {
  return trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['mail', ...ownUserFields, 'password_hash as passwordHash', 'company_id as companyId'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateProfile(trx: Db, userId: number, edit: ProfileEdit): Promise<void> {
  await trx.updateTable('users').set(edit).where('id', '=', userId).execute();
}

export async function listOwnSessions(db: Db, userId: number, alive: Alive) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('created_at', '>', alive.begunAfter)
    .where('last_used_at', '>', alive.usedAfter)
    .select(['id', 'device', 'network', 'created_at', 'last_used_at'])
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteOwnSession(trx: Db, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Newest events, without the identity and browser of other actors. */
export async function listOwnEvents(db: Db, userId: number) {
  return db
    .selectFrom('security_events')
    .where('subject_user_id', '=', userId)
    .select(['id', 'at', 'kind', 'outcome', 'count'])
    .select(
      // a failed second step names the account tried; only the command line has no network
      sql<OwnSecurityEvent['by']>`case when kind = 'password_accepted' then 'password'
        when kind = 'factor_used' and outcome <> 'success' then 'unknown'
        when user_id = ${userId} then 'me'
        when user_id is not null then 'administrator'
        when kind = 'factor_removed' and network is null then 'command_line'
        else 'unknown' end`.as('by'),
    )
    .select(sql<string | null>`case when user_id is null or user_id = ${userId} then device end`.as('device'))
    .orderBy('id', 'desc')
    .limit(MAX_OWN_EVENTS)
    .execute();
}
