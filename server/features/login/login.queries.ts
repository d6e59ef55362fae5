import { PAGE_SIZE } from '#domain/lists/page.ts';
import type { Db } from '../../db/open.ts';
import type { Alive } from '../../http/session.queries.ts';

/** Earlier login, as far as the journal reaches. */
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
