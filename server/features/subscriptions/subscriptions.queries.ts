import type { Db } from '../../db/open.ts';

/** An address that is known already, in any case, keeps its first row and the consent of that day. */
export async function insertSubscription(
  db: Db,
  subscription: { at: Date; email: string; type: string; consent_text: string },
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
