import { sql } from 'kysely';
import { hasEmail } from '../../db/email.ts';
import type { Db } from '../../db/open.ts';

export type NotifiedEvent = {
  userId: number;
  at: Date;
  kind: string;
  device: string | null;
  isByOperator: boolean;
  details: Record<string, unknown>;
  /** French labels of the scopes in the details. */
  labels: Record<string, string>;
};

export async function selectOwnerMail(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .where('password_hash', 'is not', null)
    .select('mail')
    .executeTakeFirst();
  return row?.mail ?? null;
}

export async function wasNotifiedOfDevice(
  db: Db,
  told: { recipient: string; userId: number; device: string | null; since: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('mails')
    .innerJoin('security_events as event', (join) =>
      join.on(sql<boolean>`event.id = (mails.params ->> 'event')::bigint`),
    )
    .where(hasEmail('recipient', told.recipient))
    .where('mails.kind', '=', 'security')
    .where('mails.created_at', '>', told.since)
    .where('event.kind', '=', 'new_device')
    .where('event.subject_user_id', '=', told.userId)
    .where('event.device', 'is not distinct from', told.device)
    .select('mails.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function selectNotifiedEvent(db: Db, id: number): Promise<NotifiedEvent | null> {
  const row = await db
    .selectFrom('security_events')
    .where('id', '=', id)
    .where('subject_user_id', 'is not', null)
    .select((eb) => [
      eb.ref('subject_user_id').$castTo<number>().as('userId'),
      eb('user_id', 'is', null).$castTo<boolean>().as('isByOperator'),
    ])
    .select(['at', 'kind', 'device', 'details'])
    .executeTakeFirst();
  if (!row) return null;
  const scopes = await db.selectFrom('scopes').select(['scope', 'label']).execute();
  return { ...row, labels: Object.fromEntries(scopes.map(({ scope, label }) => [scope, label])) };
}
