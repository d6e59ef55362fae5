import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { KnownLink, PasswordLink } from './password-links.ts';

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

export async function lockUsers(
  trx: Db,
  ids: readonly number[],
): Promise<{ id: number; isSuspended: boolean }[]> {
  return (
    trx
      .selectFrom('users')
      .where(sql<boolean>`id = any(${ids}::int[])`)
      .select((eb) => ['id', eb('suspended_at', 'is not', null).$castTo<boolean>().as('isSuspended')])
      // in one order against deadlocks
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  );
}

export async function selectNewestLinks(
  db: Db,
  userIds: readonly number[],
): Promise<(PasswordLink & { isUsed: boolean })[]> {
  return db
    .selectFrom('password_links')
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .distinctOn('user_id')
    .orderBy('user_id')
    .orderBy('id', 'desc')
    .select(['id', 'user_id as userId', 'created_at as createdAt'])
    .select((eb) => eb('used_at', 'is not', null).$castTo<boolean>().as('isUsed'))
    .execute();
}

export async function insertLinks(trx: Db, userIds: readonly number[], at: Date): Promise<PasswordLink[]> {
  if (userIds.length === 0) return [];
  return trx
    .insertInto('password_links')
    .values(userIds.map((user_id) => ({ user_id, created_at: at })))
    .returning(['id', 'user_id as userId', 'created_at as createdAt'])
    .execute();
}

export async function selectSeenLinks(
  db: Db,
  viewerId: number,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('audit_entries')
    .where('action', '=', 'user.link_shown')
    .where(sql<boolean>`subject_user_id = any(${userIds}::int[])`)
    .where('user_id', '=', viewerId)
    .select(sql<number>`(changes -> 'link' ->> 1)::int`.as('link'))
    .execute();
  return new Set(rows.map(({ link }) => link));
}

export async function markLinkUsed(trx: Db, id: number, at: Date): Promise<void> {
  await trx.updateTable('password_links').set({ used_at: at }).where('id', '=', id).execute();
}
