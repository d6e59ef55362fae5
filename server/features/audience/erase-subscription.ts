import type { Db } from '../../db/open.ts';
import { recordErasure } from '../privacy/erasures.queries.ts';
import type { SubscriptionKey } from './newsletter-tokens.ts';
import { deleteNewsletterMails, deleteSubscription } from './subscriptions.queries.ts';

/** Erases the address at its owner's wish, and the newsletter's mails to it. False when it was gone. */
export async function eraseSubscription(db: Db, key: SubscriptionKey, at: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const email = await deleteSubscription(trx, key);
    if (email === null) return false;
    await recordErasure(trx, { kind: 'subscription', rowId: key.id, rowAt: key.at, at });
    await deleteNewsletterMails(trx, email);
    return true;
  });
}
