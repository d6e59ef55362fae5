import { sql, type Transaction } from 'kysely';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import type { PasswordLink } from './password-links.ts';

/** A link with its user, for deciding whether it still works. */
export type KnownLink = PasswordLink & {
  usedAt: Date | null;
  newestId: number;
  user: { mail: string; name: string; surname: string };
};

export async function findLink(db: Db, id: number): Promise<KnownLink | null> {
  const row = await db
    .selectFrom('password_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .where('link.id', '=', id)
    .select(['link.id', 'user_id', 'link.created_at', 'used_at', 'mail', 'name', 'surname'])
    .select((eb) =>
      eb
        .selectFrom('password_links as other')
        .whereRef('other.user_id', '=', 'link.user_id')
        .select((e) => e.fn.max('other.id').as('newest'))
        .as('newest_id'),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { id: linkId, user_id, created_at, used_at, newest_id, ...user } = row;
  return {
    id: linkId,
    userId: user_id,
    createdAt: created_at,
    usedAt: used_at,
    newestId: newest_id ?? linkId,
    user,
  };
}

/**
 * The working links of users who await their password. One that has none (never made, or too old) gets one
 * now: an account would otherwise stay shut for good.
 */
export async function ensureLinks(
  db: Db,
  { at, worksSince }: { at: Date; worksSince: Date },
): Promise<Map<number, PasswordLink>> {
  const links = await selectWorkingLinks(db, worksSince);
  if (links.every((link) => link.link !== null)) return toMap(links);
  return db.transaction().execute(async (trx) => {
    // two administrators who look at once must see the same link: the second one waits, then finds it
    await trx
      .selectFrom('users')
      .select('id')
      .where('status', '=', 'awaiting_password')
      .orderBy('id')
      .forUpdate()
      .execute();
    const missing = (await selectWorkingLinks(trx, worksSince)).filter((link) => link.link === null);
    if (missing.length > 0) {
      await trx
        .insertInto('password_links')
        .values(missing.map(({ userId }) => ({ user_id: userId, created_at: at })))
        .execute();
    }
    return toMap(await selectWorkingLinks(trx, worksSince));
  });
}

type UserLink = { userId: number; link: PasswordLink | null };

async function selectWorkingLinks(db: Db | Transaction<Schema>, worksSince: Date): Promise<UserLink[]> {
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
    .select(['users.id as user_id', 'link_id', 'link_created_at'])
    .select(
      sql<boolean>`coalesce(newest.used_at is null and newest.link_created_at > ${worksSince}, false)`.as(
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
