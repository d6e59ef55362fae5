import { type Kysely, sql } from 'kysely';
import { type ClockRecord, judgeClock } from '#domain/audience/clock.ts';
import {
  failuresErasedUntil,
  leadsErasedUntil,
  mailsErasedUntil,
  staffErasedUntil,
  unconfirmedErasedUntil,
} from '#domain/audience/retention.ts';
import { tryLockTransaction } from '../../db/locks.ts';
import type { Db } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { deleteEndedSessions } from '../../http/session.queries.ts';
import { aliveAt } from '../../http/session.ts';
import { eraseUsers } from './erase-users.queries.ts';

export type Erased = {
  leads: number;
  subscriptions: number;
  mails: number;
  users: number;
  sessions: number;
  failures: number;
};

/** `elsewhere`: another instance erases now. `doubted`: the clock cannot be believed (domain/audience/clock.ts). */
export type Round =
  | { outcome: 'erased'; erased: Erased }
  | { outcome: 'elsewhere' }
  | { outcome: 'doubted'; at: Date; believedAt: Date };

/**
 * Erases one batch of each kind of what was kept long enough (the privacy page says for how long), by the clock of
 * the database, which all instances share, and as long as that clock can be believed.
 */
export async function eraseBatch(db: Db, batch: number): Promise<Round> {
  return db.transaction().execute(async (trx): Promise<Round> => {
    if (!(await tryLockTransaction(trx, 'retention'))) return { outcome: 'elsewhere' };
    const { at, before } = await readClock(trx);
    const { isBelieved, record } = judgeClock(before, at);
    await keepClock(trx, record);
    if (!isBelieved) return { outcome: 'doubted', at, believedAt: record.believedAt };
    const erased = {
      leads: await emptyLeads(trx, leadsErasedUntil(at), batch),
      subscriptions: await deleteUnconfirmed(trx, unconfirmedErasedUntil(at), batch),
      mails: await deleteMails(trx, mailsErasedUntil(at), batch),
      users: await eraseStaff(trx, staffErasedUntil(at), batch),
      sessions: await deleteEndedSessions(trx, aliveAt(at), batch),
      failures: await deleteFailures(trx, failuresErasedUntil(at), batch),
    };
    return { outcome: 'erased', erased };
  });
}

/** What is known of the clock; undefined before the first round. */
export async function selectClock(db: Db): Promise<ClockRecord | undefined> {
  const row = await db.selectFrom('retention_clock').selectAll().executeTakeFirst();
  return row && toRecord(row);
}

type ClockRow = { believed_at: Date; doubted_since: Date | null; doubted_at: Date | null };

function toRecord({ believed_at, doubted_since, doubted_at }: ClockRow): ClockRecord {
  const doubt = doubted_since && doubted_at ? { since: doubted_since, at: doubted_at } : null;
  return { believedAt: believed_at, doubt };
}

async function readClock(trx: Db): Promise<{ at: Date; before: ClockRecord | null }> {
  return { at: await readTime(trx), before: (await selectClock(trx)) ?? null };
}

/** The database's time, one for all instances: whatever is erased is measured by it. */
export async function readTime(trx: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now()::timestamptz(3) as at`.execute(trx);
  if (!rows[0]) throw new Error('a select without a table gives one row');
  return rows[0].at;
}

export async function keepClock(trx: Db, { believedAt, doubt }: ClockRecord): Promise<void> {
  const row = {
    believed_at: believedAt,
    doubted_since: doubt?.since ?? null,
    doubted_at: doubt?.at ?? null,
  };
  await trx
    .insertInto('retention_clock')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute();
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

/** Who left keeps a number and a pseudonym. */
async function eraseStaff(trx: Db, until: Date, batch: number): Promise<number> {
  const left = await trx
    .selectFrom('users')
    .where('suspended_at', '<=', until)
    .where('erased_at', 'is', null)
    .select('id')
    .orderBy('suspended_at')
    .limit(batch)
    .forUpdate()
    .execute();
  await eraseUsers(
    trx,
    left.map(({ id }) => id),
  );
  return left.length;
}

async function deleteFailures(db: Db, until: Date, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_failures where key in (
      select key from login_failures where since <= ${until} limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
