import { sql } from 'kysely';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';
import type { Alive } from '../../http/session.queries.ts';
import { deleteMailChange } from './mail-changes.queries.ts';

export type Account = {
  id: number;
  name: string;
  surname: string;
  img: string;
  role: string;
  companyId: number | null;
  /** null while the account awaits its password */
  passwordHash: string | null;
  isSuspended: boolean;
  scopes: string[];
};

/** The account of a mail, however it was typed. */
export async function findAccount(db: Db, mail: string): Promise<Account | null> {
  const row = await db
    .selectFrom('users')
    .where(hasEmail('mail', mail))
    .select(['id', 'name', 'surname', 'img', 'role'])
    .select(['company_id as companyId', 'password_hash as passwordHash'])
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('isSuspended'))
    .select(scopesOfUser())
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Writes a new password; an account that awaited one is in service then. An address that was asked for under the former
 * one is awaited no more: whoever knew that password may have asked.
 */
export async function updatePassword(trx: Db, userId: number, passwordHash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      status: sql`case status when 'awaiting_password' then 'in_service' else status end`,
    })
    .where('id', '=', userId)
    .execute();
  await deleteMailChange(trx, userId);
}

/** Whether an account was logged in to before, as far as the journal goes back. */
export async function hasLoggedIn(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('security_events')
    .where('subject_user_id', '=', userId)
    .where('kind', '=', 'login')
    .where('outcome', '=', 'success')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** One page of the open sessions, last used first, and how many there are on all pages. */
export async function listOpenSessions(db: Db, alive: Alive, page: number) {
  const open = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.created_at', '>', alive.begunAfter)
    .where('last_used_at', '>', alive.usedAfter)
    .where('suspended_at', 'is', null);
  const [sessions, { total }] = await Promise.all([
    open
      .select(['sessions.id', 'user_id', 'mail', 'name', 'surname', 'sessions.created_at', 'last_used_at'])
      .orderBy('last_used_at', 'desc')
      .orderBy('sessions.id', 'desc')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
    open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { sessions, total };
}

export async function listScopes(db: Db) {
  return db.selectFrom('scopes').select(['scope', 'label']).orderBy('scope').execute();
}
