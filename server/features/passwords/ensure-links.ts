import type { Db } from '../../db/open.ts';
import { insertLinks, lockUsers, selectNewestLinks } from './password-links.queries.ts';
import { newSince, type PasswordLink, worksSince } from './password-links.ts';

/**
 * Link to mail to a user of any status, reused while younger than a day, so that two requests give two
 * working letters. null: unknown or suspended user.
 */
export async function ensureLink(db: Db, userId: number, at: Date): Promise<PasswordLink | null> {
  if (!db.isTransaction) return db.transaction().execute((trx) => ensureLink(trx, userId, at));
  const [user] = await lockUsers(db, [userId]);
  if (!user || user.isSuspended) return null;
  const [newest] = await selectNewestLinks(db, [userId]);
  if (newest && !newest.isUsed && newest.createdAt > newSince(at)) return newest;
  const [made] = await insertLinks(db, [userId], at);
  return made ?? null;
}

/**
 * Working links by user of those who await a password, created where missing, because an account would
 * otherwise stay closed.
 */
export async function ensureLinks(
  db: Db,
  userIds: readonly number[],
  at: Date,
): Promise<Map<number, PasswordLink>> {
  const links = await selectWorkingLinks(db, userIds, at);
  const without = userIds.filter((id) => !links.has(id));
  if (without.length === 0) return links;
  const made = await db.transaction().execute(async (trx) => {
    // two administrators must see the same link, so the second one waits and finds it
    await lockUsers(trx, without);
    const madeMeanwhile = await selectWorkingLinks(trx, without, at);
    const missing = without.filter((id) => !madeMeanwhile.has(id));
    return [...madeMeanwhile.values(), ...(await insertLinks(trx, missing, at))];
  });
  return new Map([...links, ...made.map((link) => [link.userId, link] as const)]);
}

async function selectWorkingLinks(
  db: Db,
  userIds: readonly number[],
  at: Date,
): Promise<Map<number, PasswordLink>> {
  if (userIds.length === 0) return new Map();
  const newest = await selectNewestLinks(db, userIds);
  const working = newest.filter(({ isUsed, createdAt }) => !isUsed && createdAt > worksSince(at));
  return new Map(working.map((link) => [link.userId, link]));
}
