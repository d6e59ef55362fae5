import { sql } from 'kysely';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';
import type { SubscriptionKey } from './newsletter-tokens.ts';

export type NewSubscription = { at: Date; email: string; type: string; consent_text: string };

type Address = Pick<NewSubscription, 'email' | 'type'>;

export async function deleteUnconfirmed(trx: Db, { email, type }: Address, until: Date): Promise<void> {
  await trx
    .deleteFrom('subscriptions')
    .where(hasEmail('email', email))
    .where('type', '=', type)
    .where('confirmed_at', 'is', null)
    .where('at', '<=', until)
    .execute();
}

export async function insertSubscription(trx: Db, subscription: NewSubscription): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({
      at: subscription.at,
      email: subscription.email,
      type: subscription.type,
      consent_text: subscription.consent_text,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function selectSubscriptionForUpdate(
  trx: Db,
  { email, type }: Address,
): Promise<{ id: number; email: string }> {
  return trx
    .selectFrom('subscriptions')
    .where(hasEmail('email', email))
    .where('type', '=', type)
    .select(['id', 'email'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Inserts a confirmation mail and returns it. Skips confirmed subscriptions, and those with `most` mails since `since`
 * or one since `noneSince`.
 */
export async function insertConfirmation(
  trx: Db,
  mail: { id: number; email: string; at: Date; most: number; since: Date; noneSince: Date },
): Promise<{ id: number; kind: 'newsletter' }[]> {
  const { id, email, at } = mail;
  const { rows } = await sql<{ id: number; kind: 'newsletter' }>`
    insert into mails (kind, recipient, params, created_at, due_at)
    select 'newsletter', ${email}, ${JSON.stringify({ subscription: id })}::jsonb, ${at}, ${at}
    from (
      select count(*) as sent, max(created_at) as newest from mails
      where ${hasEmail('recipient', email)} and kind = 'newsletter' and created_at > ${mail.since}
    ) as earlier
    where exists (select from subscriptions where id = ${id} and confirmed_at is null)
      and earlier.sent < ${mail.most}
      and (earlier.newest is null or earlier.newest <= ${mail.noneSince})
    returning id, kind`.execute(trx);
  return rows;
}

export async function selectConfirmedAt(db: Db, key: SubscriptionKey): Promise<Date | null> {
  const row = await db
    .selectFrom('subscriptions')
    .where('id', '=', key.id)
    .where('at', '=', key.at)
    .select('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/** false, without a change: confirmed already, absent, or created at or before `unlessFrom`. */
export async function updateConfirmed(
  db: Db,
  key: SubscriptionKey,
  { at, unlessFrom }: { at: Date; unlessFrom: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ confirmed_at: at })
    .where('id', '=', key.id)
    .where('at', '=', key.at)
    .where('confirmed_at', 'is', null)
    .where('at', '>', unlessFrom)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteSubscription(trx: Db, key: SubscriptionKey): Promise<string | null> {
  const row = await trx
    .deleteFrom('subscriptions')
    .where('id', '=', key.id)
    .where('at', '=', key.at)
    .returning('email')
    .executeTakeFirst();
  return row?.email ?? null;
}

export async function deleteNewsletterMails(trx: Db, email: string): Promise<void> {
  await trx
    .deleteFrom('mails')
    .where('kind', '=', 'newsletter')
    .where(hasEmail('recipient', email))
    .execute();
}

export async function selectSubscription(
  db: Db,
  id: number,
): Promise<{ id: number; at: Date; email: string; confirmedAt: Date | null } | null> {
  const row = await db
    .selectFrom('subscriptions')
    .where('id', '=', id)
    .select(['id', 'at', 'email', 'confirmed_at as confirmedAt'])
    .executeTakeFirst();
  return row ?? null;
}
