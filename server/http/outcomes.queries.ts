import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

export type OutcomeRow = {
  requestHash: Buffer | null;
  status: number | null;
  answer: Buffer | null;
  /** Longer without an answer than any request lasts. */
  isOverdue: boolean;
};

const REQUEST_SECONDS = 120;

/** Row of this key, or null and a new row. A null request refuses the one that comes later. */
export async function claimOutcome(
  db: Db,
  keyHash: Buffer,
  requestHash: Buffer | null,
): Promise<OutcomeRow | null> {
  const made = await db
    .insertInto('outcomes')
    .values({ key_hash: keyHash, request_hash: requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key_hash')
    .executeTakeFirst();
  if (made) return null;
  const found = await db
    .selectFrom('outcomes')
    .where('key_hash', '=', keyHash)
    .select([
      'request_hash as requestHash',
      'status',
      'answer',
      sql<boolean>`at < now() - make_interval(secs => ${REQUEST_SECONDS})`.as('isOverdue'),
    ])
    .executeTakeFirst();
  // erased meanwhile
  return found ?? claimOutcome(db, keyHash, requestHash);
}

export async function storeOutcome(
  db: Db,
  keyHash: Buffer,
  { status, answer }: { status: number; answer: Buffer },
): Promise<void> {
  await db.updateTable('outcomes').set({ status, answer }).where('key_hash', '=', keyHash).execute();
}
