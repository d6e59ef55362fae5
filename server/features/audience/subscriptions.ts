import { CONFIRMATION_MAILS } from '#domain/audience/audience.ts';
import { unconfirmedErasedUntil } from '#domain/audience/retention.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMailJobs } from '../../mail/enqueue-mail.ts';
import { insertErasure } from '../privacy/erasures.queries.ts';
import type { SubscriptionKey } from './newsletter-tokens.ts';
import {
  deleteNewsletterMails,
  deleteSubscription,
  deleteUnconfirmed,
  insertConfirmation,
  insertSubscription,
  type NewSubscription,
  selectConfirmedAt,
  selectSubscriptionForUpdate,
  updateConfirmed,
} from './subscriptions.queries.ts';

/**
 * Inserts a subscription and enqueues its confirmation mail. A known address keeps its first row and consent, and the
 * statements are always the same, so that the duration reveals nothing.
 */
export async function subscribe(db: Db, subscription: NewSubscription): Promise<void> {
  const { at } = subscription;
  const since = (ms: number) => new Date(at.getTime() - ms);
  await db.transaction().execute(async (trx) => {
    // expired after 30 days: starts again
    await deleteUnconfirmed(trx, subscription, unconfirmedErasedUntil(at));
    await insertSubscription(trx, subscription);
    // a simultaneous request with the same address waits here
    const existing = await selectSubscriptionForUpdate(trx, subscription);
    const mails = await insertConfirmation(trx, {
      ...existing,
      at,
      most: CONFIRMATION_MAILS.most,
      since: since(CONFIRMATION_MAILS.mostIn),
      noneSince: since(CONFIRMATION_MAILS.oneIn),
    });
    await enqueueMailJobs(trx, mails);
  });
}

/** 'over': absent or expired. */
export async function confirmSubscription(
  db: Db,
  key: SubscriptionKey,
  at: Date,
): Promise<'confirmed' | 'was_confirmed' | 'over'> {
  if (await selectConfirmedAt(db, key)) return 'was_confirmed';
  const isConfirmed = await updateConfirmed(db, key, { at, unlessFrom: unconfirmedErasedUntil(at) });
  return isConfirmed ? 'confirmed' : 'over';
}

/** Erases the address at its owner's request, and the newsletter's mails to it. false: absent. */
export async function eraseSubscription(db: Db, key: SubscriptionKey, at: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const email = await deleteSubscription(trx, key);
    if (email === null) return false;
    await insertErasure(trx, { kind: 'subscription', rowId: key.id, rowAt: key.at, at });
    await deleteNewsletterMails(trx, email);
    return true;
  });
}
