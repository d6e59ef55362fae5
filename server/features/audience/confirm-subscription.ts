import { unconfirmedErasedUntil } from '#domain/audience/retention.ts';
import type { Db } from '../../db/open.ts';
import type { SubscriptionKey } from './newsletter-tokens.ts';
import { findConfirmedAt, setConfirmed } from './subscriptions.queries.ts';

/** 'over': there is no such subscription, or its days are. */
export async function confirmSubscription(
  db: Db,
  key: SubscriptionKey,
  at: Date,
): Promise<'confirmed' | 'was_confirmed' | 'over'> {
  if (await findConfirmedAt(db, key)) return 'was_confirmed';
  const isConfirmed = await setConfirmed(db, key, { at, unlessFrom: unconfirmedErasedUntil(at) });
  return isConfirmed ? 'confirmed' : 'over';
}
