import type { Kysely } from 'kysely';
import { leadsErasedUntil, mailsErasedUntil, unconfirmedErasedUntil } from '#domain/audience/retention.ts';
import { tryLockTransaction } from '../../db/locks.ts';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { deleteEndedSessions } from '../../http/session.queries.ts';
import { aliveAt } from '../../http/session.ts';

export type Erased = { leads: number; subscriptions: number; mails: number; sessions: number };

/**
 * Erases one batch of each kind of what was kept long enough (the privacy page says for how long); null when
 * another instance is at it.
 */
export async function eraseBatch(db: Db, at: Date, batch: number): Promise<Erased | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockTransaction(trx, 'retention'))) return null;
    return {
      leads: await emptyLeads(trx, leadsErasedUntil(at), batch),
      subscriptions: await deleteUnconfirmed(trx, unconfirmedErasedUntil(at), batch),
      mails: await deleteMails(trx, mailsErasedUntil(at), batch),
      sessions: await deleteEndedSessions(trx, aliveAt(at), batch),
    };
  });
}

/** The lead stays, as a count; who it was is gone. */
async function emptyLeads(db: Kysely<Schema>, until: Date, batch: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ email: '', consent_at: null, consent_text: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('leads')
        .where('email', '<>', '')
        .where('at', '<=', until)
        .select('id')
        .orderBy('at')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

async function deleteUnconfirmed(db: Kysely<Schema>, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .where('confirmed_at', 'is', null)
        .where('at', '<=', until)
        .select('id')
        .orderBy('at')
        .limit(batch),
    )
    // one that is confirmed at this very moment stays
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function deleteMails(db: Kysely<Schema>, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mails')
        .where('finished_at', '<=', until)
        .select('id')
        .orderBy('finished_at')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
