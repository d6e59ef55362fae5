import { unconfirmedErasedUntil } from '#domain/audience/retention.ts';
import { CONFIRMATION_MAILS } from '#domain/audience/subscription.ts';
import type { Db } from '../../db/open.ts';
import { wakeMails } from '../../mail/enqueue-mail.ts';
import {
  deleteUnconfirmed,
  insertConfirmation,
  insertSubscription,
  lockSubscription,
  type NewSubscription,
} from './subscriptions.queries.ts';

/**
 * Keeps an address that asks for the newsletter, and puts its confirmation mail in the queue. One that is known
 * already, however it was typed, keeps its first row and the consent of that day; a mail follows only while it is not
 * confirmed. The statements are the same for all, so that the time taken tells nobody which it was.
 */
export async function subscribe(db: Db, subscription: NewSubscription): Promise<void> {
  const { at } = subscription;
  const since = (ms: number) => new Date(at.getTime() - ms);
  await db.transaction().execute(async (trx) => {
    // its 30 days are over: it begins anew
    await deleteUnconfirmed(trx, subscription, unconfirmedErasedUntil(at));
    await insertSubscription(trx, subscription);
    // somebody who sends the same address at this moment waits here
    const kept = await lockSubscription(trx, subscription);
    const mails = await insertConfirmation(trx, {
      ...kept,
      at,
      most: CONFIRMATION_MAILS.most,
      since: since(CONFIRMATION_MAILS.mostIn),
      noneSince: since(CONFIRMATION_MAILS.oneIn),
    });
    await wakeMails(trx, mails);
  });
}
