import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../db/open.ts';
import type { MailKind, MailOutcome, Schema } from '../db/schema.ts';
import type { NeedlessReason } from '../process/counters.ts';

/** Mail leased by this instance. `attempts` counts the present one and so identifies the lease. */
export type LeasedMail = {
  id: number;
  kind: MailKind;
  recipient: string;
  params: Record<string, number>;
  createdAt: Date;
  attempts: number;
};

export type Settlement =
  | { outcome: MailOutcome; error?: string; reason?: NeedlessReason }
  | { retryAt: Date; error: string };

/** `params` are the ids that the text is written from. `dueAt` defaults to now. */
export type NewMail = {
  kind: MailKind;
  recipient: string;
  params: Record<string, number>;
  at: Date;
  dueAt?: Date;
};

export async function insertMail(
  db: Db,
  { kind, recipient, params, at, dueAt = at }: NewMail,
): Promise<number> {
  const { id } = await db
    .insertInto('mails')
    .values({ kind, recipient, params: JSON.stringify(params), created_at: at, due_at: dueAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Leases a mail that is due and free; null otherwise. Commits on its own. */
export async function leaseMail(
  db: Db,
  id: number,
  { at, until }: { at: Date; until: Date },
): Promise<LeasedMail | null> {
  const row = await db
    .updateTable('mails')
    .set((eb) => ({ claimed_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where(isDueAndFree(at))
    .returning(['id', 'kind', 'recipient', 'params', 'created_at as createdAt', 'attempts'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Releases the lease of a dead or disconnected instance, which can then hand the mail over no more. A mail that was
 * handed over stays leased, since nobody may send it again.
 */
export async function releaseMail(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('mails')
    .set({ claimed_until: null })
    .where('id', '=', id)
    .where('handed_over_at', 'is', null)
    .where('finished_at', 'is', null)
    .execute();
}

export async function takeBackAttempt(db: Db, mail: LeasedMail): Promise<void> {
  await db
    .updateTable('mails')
    .set({ claimed_until: null, attempts: mail.attempts - 1 })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('handed_over_at', 'is', null)
    .where('finished_at', 'is', null)
    .execute();
}

function isDueAndFree(at: Date) {
  return (eb: ExpressionBuilder<Schema, 'mails'>) =>
    eb.and([
      eb('finished_at', 'is', null),
      eb('handed_over_at', 'is', null),
      eb('due_at', '<=', at),
      eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]),
    ]);
}

/** Due mails without a waiting job, after the death of an instance, a restore or an upgrade. */
export async function selectMailsWithoutJob(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ id: number; kind: MailKind }[]> {
  return db
    .selectFrom('mails')
    .where(isDueAndFree(at))
    .where(
      sql<boolean>`NOT EXISTS (
        SELECT FROM graphile_worker.jobs
        WHERE key = 'mail-' || mails.id AND locked_at IS NULL AND attempts < max_attempts AND run_at <= now())`,
    )
    .select(['id', 'kind'])
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Records that the mail server has the whole text, after which nobody retries. false: the lease was lost, and the text
 * must not be completed.
 */
export async function recordHandOver(db: Db, mail: LeasedMail, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ handed_over_at: at })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('claimed_until', 'is not', null)
    .where('handed_over_at', 'is', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records the outcome of an attempt; false: another instance has the mail. A late answer still corrects 'unknown'. */
export async function recordOutcome(
  db: Db,
  mail: LeasedMail,
  settlement: Settlement,
  at: Date,
): Promise<boolean> {
  const ours = db.updateTable('mails').where('id', '=', mail.id).where('attempts', '=', mail.attempts);
  const last_error = settlement.error ?? null;
  const settled =
    'outcome' in settlement
      ? ours
          .set({ outcome: settlement.outcome, finished_at: at, claimed_until: null, last_error })
          .where((eb) => eb.or([eb('finished_at', 'is', null), eb('outcome', '=', 'unknown')]))
      : ours
          .set({ due_at: settlement.retryAt, claimed_until: null, handed_over_at: null, last_error })
          .where('finished_at', 'is', null);
  const { numUpdatedRows } = await settled.executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Settles as 'unknown' the mails whose instance failed after the hand-over. They are never sent again. */
export async function finishAbandonedMails(db: Db, at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ outcome: 'unknown', finished_at: at, claimed_until: null })
    .where('finished_at', 'is', null)
    .where('handed_over_at', 'is not', null)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countMails(
  db: Db,
  at: Date,
): Promise<{ queued: number; oldestDueSeconds: number; failedLastDay: number; unknownLastDay: number }> {
  const dayAgo = new Date(at.getTime() - 24 * 60 * 60_000);
  const waiting = await db
    .selectFrom('mails')
    .where('finished_at', 'is', null)
    .select((eb) => [eb.fn.countAll<number>().as('queued'), eb.fn.min('first_due_at').as('oldest')])
    .executeTakeFirstOrThrow();
  const finished = await db
    .selectFrom('mails')
    .where('finished_at', '>', dayAgo)
    .select([
      sql<number>`count(*) filter (where outcome in ('refused', 'given_up'))`.as('failed'),
      sql<number>`count(*) filter (where outcome = 'unknown')`.as('unknown'),
    ])
    .executeTakeFirstOrThrow();
  return {
    queued: waiting.queued,
    oldestDueSeconds: waiting.oldest ? Math.max(0, (at.getTime() - waiting.oldest.getTime()) / 1000) : 0,
    failedLastDay: finished.failed,
    unknownLastDay: finished.unknown,
  };
}

export async function selectCreationTimes(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; createdAt: Date }[]> {
  return db
    .selectFrom('mails')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .select(['id', 'created_at as createdAt'])
    .execute();
}

export const OUTBOXES = 'outboxes';

export async function notifyOutboxes(db: Db): Promise<void> {
  await sql`SELECT pg_notify(${OUTBOXES}, '')`.execute(db);
}

/** Latest review mail of a company to each of these addresses. `isWaiting`: not written yet. */
export async function selectReviewMails(
  trx: Db,
  companyId: number,
  recipients: readonly string[],
): Promise<Map<string, { dueAt: Date; isWaiting: boolean }>> {
  const { rows } = await sql<{ recipient: string; dueAt: Date; isWaiting: boolean }>`
    SELECT DISTINCT ON (lower(recipient)) lower(recipient) AS recipient, due_at AS "dueAt",
      finished_at IS NULL AND attempts = 0 AS "isWaiting"
    FROM mails
    WHERE kind = 'held' AND lower(recipient) = any(${recipients.map((mail) => mail.toLowerCase())}::text[])
      AND params ->> 'company' = ${String(companyId)}
    ORDER BY lower(recipient), created_at DESC, id DESC`.execute(trx);
  return new Map(rows.map(({ recipient, ...last }) => [recipient, last]));
}
