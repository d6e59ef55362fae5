import { sql } from 'kysely';
import { failuresErasedUntil } from '#domain/audience/retention.ts';
import type { Db } from '../../db/open.ts';

/** Expired counts deleted per attempt, above the three that it may add. */
const CLEARED_AT_ONCE = 20;
const MAX_COUNT = 1_000_000;

export type FailureCount = { key: Buffer; count: number; since: Date };

export async function clearFailures(db: Db, at: Date): Promise<void> {
  await sql`
    delete from login_failures where key in (
      select key from login_failures where since <= ${failuresErasedUntil(at)}
      limit ${CLEARED_AT_ONCE} for update skip locked
    )`.execute(db);
}

export async function countFailures(
  db: Db,
  keys: readonly Buffer[],
  { at, windowStart }: { at: Date; windowStart: Date },
): Promise<FailureCount[]> {
  // in one order, because attempts that share both keys would deadlock
  const ordered = keys.toSorted(Buffer.compare);
  return db
    .insertInto('login_failures')
    .values(ordered.map((key) => ({ key, count: 1, since: at })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when login_failures.since <= ${windowStart} then 1
          else least(login_failures.count + 1, ${MAX_COUNT}) end`,
        since: sql`case when login_failures.since <= ${windowStart} then excluded.since
          else login_failures.since end`,
      }),
    )
    .returning(['key', 'count', 'since'])
    .execute();
}

export async function selectFailures(db: Db, keys: readonly Buffer[]): Promise<FailureCount[]> {
  return db
    .selectFrom('login_failures')
    .where(sql<boolean>`key = any(${keys}::bytea[])`)
    .select(['key', 'count', 'since'])
    .execute();
}

export async function deleteFailures(db: Db, keys: readonly Buffer[]): Promise<void> {
  await sql`delete from login_failures where key = any(${keys}::bytea[])`.execute(db);
}

export async function uncountFailure(db: Db, keys: readonly Buffer[]): Promise<void> {
  for (const key of keys.toSorted(Buffer.compare)) {
    await db
      .updateTable('login_failures')
      .set({ count: sql`greatest(count - 1, 0)` })
      .where('key', '=', key)
      .execute();
  }
}
