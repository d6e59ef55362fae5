import { sql, type Transaction } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { type KnownLink, newSince, type PasswordLink, worksSince } from './password-links.ts';

export async function findLink(db: Db, id: number): Promise<KnownLink | null> {
  const row = await db
    .selectFrom('password_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .where('link.id', '=', id)
    .select(['link.id', 'user_id', 'link.created_at', 'used_at', 'suspended_at'])
    .select(['mail', 'name', 'surname'])
    .select((eb) =>
      eb
        .selectFrom('password_links as other')
        .whereRef('other.user_id', '=', 'link.user_id')
        .select((e) => e.fn.max('other.id').as('newest'))
        .as('newest_id'),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { id: linkId, user_id, created_at, used_at, suspended_at, newest_id, ...user } = row;
  return {
    id: linkId,
    userId: user_id,
    createdAt: created_at,
    usedAt: used_at,
    newestId: newest_id ?? linkId,
    isSuspended: suspended_at !== null,
    user,
  };
}

/**
 * A link to be sent to one user of any status: the newest one when it is hardly a day old, so that who asks
 * twice holds one that works in either mail. Null when there is no such user, or a suspended one.
 */
export async function ensureLink(db: Db, userId: number, at: Date): Promise<PasswordLink | null> {
  if (!db.isTransaction) return db.transaction().execute((trx) => ensureLink(trx, userId, at));
  const user = await db
    .selectFrom('users')
    .select('suspended_at')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!user || user.suspended_at !== null) return null;
  const newest = await db
    .selectFrom('password_links')
    .where('user_id', '=', userId)
    .select(['id', 'created_at', 'used_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest && newest.used_at === null && newest.created_at > newSince(at)) {
    return { id: newest.id, userId, createdAt: newest.created_at };
  }
  const { id } = await db
    .insertInto('password_links')
    .values({ user_id: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, userId, createdAt: at };
}

/**
 * The working links of users who await their password and are not suspended. One that has none (never made, or
 * too old) gets one now: an account would otherwise stay shut for good.
 */
export async function ensureLinks(db: Db, at: Date): Promise<Map<number, PasswordLink>> {
  const links = await selectWorkingLinks(db, at);
  if (links.every((link) => link.link !== null)) return toMap(links);
  return db.transaction().execute(async (trx) => {
    // two administrators who look at once must see the same link: the second one waits, then finds it
    await trx
      .selectFrom('users')
      .select('id')
      .where('status', '=', 'awaiting_password')
      .where('suspended_at', 'is', null)
      .orderBy('id')
      .forUpdate()
      .execute();
    const missing = (await selectWorkingLinks(trx, at)).filter((link) => link.link === null);
    if (missing.length > 0) {
      await trx
        .insertInto('password_links')
        .values(missing.map(({ userId }) => ({ user_id: userId, created_at: at })))
        .execute();
    }
    return toMap(await selectWorkingLinks(trx, at));
  });
}

type UserLink = { userId: number; link: PasswordLink | null };

async function selectWorkingLinks(db: Db | Transaction<Schema>, at: Date): Promise<UserLink[]> {
  const rows = await db
    .selectFrom('users')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('password_links')
          .whereRef('user_id', '=', 'users.id')
          .select(['id as link_id', 'password_links.created_at as link_created_at', 'used_at'])
          .orderBy('id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .where('status', '=', 'awaiting_password')
    .where('suspended_at', 'is', null)
    .select(['users.id as user_id', 'link_id', 'link_created_at'])
    .select(
      sql<boolean>`coalesce(newest.used_at is null and newest.link_created_at > ${worksSince(at)}, false)`.as(
        'works',
      ),
    )
    .execute();
  return rows.map(({ user_id, link_id, link_created_at, works }) => ({
    userId: user_id,
    link:
      works && link_id !== null && link_created_at !== null
        ? { id: link_id, userId: user_id, createdAt: link_created_at }
        : null,
  }));
}

function toMap(links: readonly UserLink[]): Map<number, PasswordLink> {
  return new Map(links.flatMap(({ userId, link }) => (link ? [[userId, link] as const] : [])));
}
