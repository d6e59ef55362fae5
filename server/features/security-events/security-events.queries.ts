import { type Insertable, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';

export type NewSecurityEvent = Pick<
  Insertable<Schema['security_events']>,
  'kind' | 'outcome' | 'at' | 'count'
> & {
  user_id: number | null;
  subject_user_id: number | null;
  account: Buffer | null;
  network: Buffer | null;
  device: string | null;
  session_id: number | null;
  /** JSON */
  details: string;
  bound?: Buffer;
};

/** One line; where its minute holds the same already, that line counts it. */
export async function insertSecurityEvent(trx: Db, event: NewSecurityEvent): Promise<void> {
  await trx
    .insertInto('security_events')
    .values(event)
    .onConflict((conflict) =>
      conflict.column('bound').doUpdateSet({ count: sql`security_events.count + excluded.count` }),
    )
    .execute();
}

/** Counts so many more of a line that is there; false when none is. */
export async function addToMinute(trx: Db, bound: Buffer, count: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('security_events')
    .set({ count: sql`count + ${count}::int` })
    .where('bound', '=', bound)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether so many bounded lines stand between two moments already. */
export async function isMinuteFull(
  db: Db,
  { since, until }: { since: Date; until: Date },
  most: number,
): Promise<boolean> {
  const { count } = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('security_events')
        .where('at', '>=', since)
        .where('at', '<', until)
        .where('bound', 'is not', null)
        .select('id')
        .limit(most)
        .as('line'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count >= most;
}
