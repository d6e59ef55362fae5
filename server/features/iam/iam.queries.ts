import { sql } from 'kysely';
import { PAGE_SIZE } from '#domain/lists/page-size.ts';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import { scopesOfUser } from '../../db/user-scopes.ts';
import type { Alive } from '../../http/session.queries.ts';

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
 * Sets the password by a link, which works once: false when it was used or replaced meanwhile, or the account
 * suspended. Whoever had the account open must log in again.
 */
export async function setPassword(
  db: Db,
  { linkId, userId, passwordHash, at }: { linkId: number; userId: number; passwordHash: string; at: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('suspended_at')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    const newest = await trx
      .selectFrom('password_links')
      .where('user_id', '=', userId)
      .select(['id', 'used_at'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (user?.suspended_at || newest?.id !== linkId || newest.used_at !== null) return false;
    await trx.updateTable('password_links').set({ used_at: at }).where('id', '=', linkId).execute();
    await trx
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        status: sql`case status when 'awaiting_password' then 'in_service' else status end`,
      })
      .where('id', '=', userId)
      .execute();
    await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
    return true;
  });
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
