import { sql, type Transaction } from 'kysely';
import { unconfirmedErasedUntil } from '#domain/audience/retention.ts';
import { CONFIRMATION_MAILS } from '#domain/audience/subscription.ts';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { wakeMails } from '../../mail/enqueue.queries.ts';
import { recordErasure } from '../privacy/erasures.queries.ts';

/**
 * Keeps an address that asks for the newsletter, and puts its confirmation mail in the queue. One that is known
 * already, however it was typed, keeps its first row and the consent of that day; a mail follows only while it is not
 * confirmed. The statements are the same for all, so that the time taken tells nobody which it was.
 */
export async function subscribe(
  db: Db,
  subscription: { at: Date; email: string; type: string; consent_text: string },
): Promise<void> {
  const { at, email, type } = subscription;
  await db.transaction().execute(async (trx) => {
    // its 30 days are over: it begins anew
    await trx
      .deleteFrom('subscriptions')
      .where(hasEmail('email', email))
      .where('type', '=', type)
      .where('confirmed_at', 'is', null)
      .where('at', '<=', unconfirmedErasedUntil(at))
      .execute();
    await trx
      .insertInto('subscriptions')
      .values(subscription)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // somebody who sends the same address at this moment waits here
    const { id, email: kept } = await trx
      .selectFrom('subscriptions')
      .where(hasEmail('email', email))
      .where('type', '=', type)
      .select(['id', 'email'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    await enqueueConfirmation(trx, { id, email: kept, at });
  });
}

async function enqueueConfirmation(
  trx: Transaction<Schema>,
  { id, email, at }: { id: number; email: string; at: Date },
): Promise<void> {
  const since = (ms: number) => new Date(at.getTime() - ms);
  const { rows } = await sql<{ id: number }>`
    insert into mails (kind, recipient, params, created_at, due_at)
    select 'newsletter', ${email}, ${JSON.stringify({ subscription: id })}::jsonb, ${at}, ${at}
    from (
      select count(*) as sent, max(created_at) as newest from mails
      where ${hasEmail('recipient', email)} and kind = 'newsletter' and created_at > ${since(CONFIRMATION_MAILS.mostIn)}
    ) as earlier
    where exists (select from subscriptions where id = ${id} and confirmed_at is null)
      and earlier.sent < ${CONFIRMATION_MAILS.most}
      and (earlier.newest is null or earlier.newest <= ${since(CONFIRMATION_MAILS.oneIn)})
    returning id`.execute(trx);
  await wakeMails(
    trx,
    rows.map((row) => ({ id: row.id, kind: 'newsletter' as const })),
  );
}

/** 'over': there is no such row, or its days are. */
export async function confirmSubscription(
  db: Db,
  key: { id: number; at: Date },
  at: Date,
): Promise<'confirmed' | 'was_confirmed' | 'over'> {
  const row = await db
    .selectFrom('subscriptions')
    .where('id', '=', key.id)
    .where('at', '=', key.at)
    .select(['confirmed_at'])
    .executeTakeFirst();
  if (row?.confirmed_at) return 'was_confirmed';
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ confirmed_at: at })
    .where('id', '=', key.id)
    .where('at', '=', key.at)
    .where('confirmed_at', 'is', null)
    .where('at', '>', unconfirmedErasedUntil(at))
    .executeTakeFirst();
  return numUpdatedRows === 1n ? 'confirmed' : 'over';
}

/** Erases the address at its owner's wish, and the newsletter's mails to it. False when it was gone. */
export async function eraseSubscription(db: Db, key: { id: number; at: Date }, at: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom('subscriptions')
      .where('id', '=', key.id)
      .where('at', '=', key.at)
      .returning('email')
      .executeTakeFirst();
    if (!row) return false;
    await recordErasure(trx, { kind: 'subscription', rowId: key.id, rowAt: key.at, at });
    await trx
      .deleteFrom('mails')
      .where('kind', '=', 'newsletter')
      .where(hasEmail('recipient', row.email))
      .execute();
    return true;
  });
}
