import { sql } from 'kysely';
import type { ClockRecord } from '#domain/audience/clock.ts';
import type { Db } from '../../db/open.ts';
import { eraseTravellers } from './erase-travellers.queries.ts';
import { eraseUsers } from './erase-users.queries.ts';

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

/** The database's time, and how far its clock was believed before. */
export async function readClock(trx: Db): Promise<{ at: Date; before: ClockRecord | null }> {
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

/**
 * The lead stays, as a count; whose it was is erased: after its time, or at once where the person agreed to nothing,
 * which older versions allowed.
 */
export async function emptyLeads(db: Db, until: Date, batch: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('leads')
    .set({ email: '', consent_at: null, consent_text: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('leads')
        .where('email', '<>', '')
        .where((or) => or.or([or('at', '<=', until), or('consent_at', 'is', null)]))
        .select('id')
        .orderBy('at')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deleteUnconfirmed(db: Db, until: Date, batch: number): Promise<number> {
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

export async function deleteMails(db: Db, until: Date, batch: number): Promise<number> {
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
export async function eraseStaff(trx: Db, until: Date, batch: number): Promise<number> {
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

export async function deleteFailures(db: Db, until: Date, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from login_failures where key in (
      select key from login_failures where since <= ${until} limit ${batch} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Nobody followed their link within its day. */
export async function deleteMailChanges(db: Db, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_changes')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail_changes')
        .where('created_at', '<=', until)
        .select('id')
        .orderBy('created_at')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** They could be answered no more long before. */
export async function deleteChallenges(db: Db, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('used_challenges')
    .where('nonce', 'in', (eb) =>
      eb.selectFrom('used_challenges').where('at', '<=', until).select('nonce').orderBy('at').limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteSecurityEvents(db: Db, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('security_events')
    .where('id', 'in', (eb) =>
      eb.selectFrom('security_events').where('at', '<=', until).select('id').orderBy('at').limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteKeys(db: Db, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where((eb) =>
      eb(
        eb.refTuple('company_id', 'user_id', 'key'),
        'in',
        eb
          .selectFrom('idempotency_keys')
          .where('at', '<=', until)
          .select(['company_id', 'user_id', 'key'])
          .orderBy('at')
          .limit(batch)
          .$asTuple('company_id', 'user_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** They opened nothing any more long before. */
export async function deleteTravellerCodes(db: Db, until: Date, batch: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('traveller_codes')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('traveller_codes')
        .where('created_at', '<=', until)
        .select('id')
        .orderBy('created_at')
        .limit(batch),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Of whom nothing was heard, by themselves or by the end of what they reserved; who has something open is heard of. */
export async function eraseForgotten(
  trx: Db,
  { kept, unkept }: { kept: Date; unkept: Date },
  at: Date,
  batch: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from travellers
    where seen_at <= case when keeps_account then ${kept}::timestamptz else ${unkept}::timestamptz end
      and not exists (
        select from reservations where traveller_id = travellers.id and (
          ended_at is null or ended_at > case when keeps_account then ${kept}::timestamptz else ${unkept}::timestamptz end)
      )
    order by seen_at limit ${batch} for no key update`.execute(trx);
  await eraseTravellers(
    trx,
    rows.map(({ id }) => id),
    at,
  );
  return rows.length;
}
