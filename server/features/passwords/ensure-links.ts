import type { Db } from '../../db/open.ts';
import { holdUsers, insertLinks, selectNewestLinks } from './password-links.queries.ts';
import { newSince, type PasswordLink, worksSince } from './password-links.ts';

/**
 * A link to be mailed to one user of any status: the newest one while it is less than a day old, so that whoever asks
 * twice finds a link that works in both mails. Null when there is no such user, or a suspended one.
 */
export async function ensureLink(db: Db, userId: number, at: Date): Promise<PasswordLink | null> {
  if (!db.isTransaction) return db.transaction().execute((trx) => ensureLink(trx, userId, at));
  const [user] = await holdUsers(db, [userId]);
  if (!user || user.isSuspended) return null;
  const [newest] = await selectNewestLinks(db, [userId]);
  if (newest && !newest.isUsed && newest.createdAt > newSince(at)) return newest;
  const [made] = await insertLinks(db, [userId], at);
  return made ?? null;
}

/**
 * By user, the link that works, of users who await their password and are not suspended. One that has none (never
 * made, or too old) gets one now: an account would otherwise stay shut for good.
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
    // two administrators who look at once must see the same link: the second one waits, then finds it
    await holdUsers(trx, without);
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
