import type { Db } from '../db/open.ts';

/** When the oldest mail that waits was asked for; null when none waits. */
export async function selectOldestMail(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('mails')
    .where('finished_at', 'is', null)
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest;
}
