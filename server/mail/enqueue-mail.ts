import type { Db } from '../db/open.ts';
import type { MailKind } from '../db/schema.ts';
import { addJobs, type NewJob } from '../jobs/add-job.queries.ts';
import { insertMail, type NewMail } from './mails.queries.ts';

export const SEND_MAIL = 'send-mail';

/**
 * Priority and named queue of each kind. Mails that any visitor can cause leave one at a time, so that a slow mail
 * server leaves workers free.
 */
const JOB_OPTIONS: Record<MailKind, Pick<NewJob, 'priority' | 'namedQueue'>> = {
  password: { priority: 'urgent' },
  invitation: { priority: 'urgent' },
  newsletter: { namedQueue: 'newsletter' },
  held: {},
  // a mid rate that jumps may stop a rule of every company
  margins: { namedQueue: 'margins' },
  // not urgent, and caused by account owners alone
  security: {},
  // urgent for the person who waits, and limited by a quota
  mail_change: { priority: 'urgent' },
  mail_changed: {},
  // any visitor can ask for one, so it runs behind the mails that open a back-office account
  traveller_code: { namedQueue: 'traveller-codes' },
  traveller_merged: { namedQueue: 'traveller-codes' },
  // an account costs a traveller no more than an address
  reservation: { namedQueue: 'reservations' },
  reservation_closed: { namedQueue: 'reservations' },
  reservation_suspended: { namedQueue: 'reservations' },
  reservation_rate_suspended: { namedQueue: 'reservations' },
};

/**
 * Enqueues a mail in the caller's transaction, with the ids that its text is written from when it is sent: `invitation`
 * { link }, `password` {}, `newsletter` { subscription }, `held` { company, user }, `margins` { company, user },
 * `security` { event }, `mail_change` { change }, `mail_changed` { user }, `traveller_code` { code }, `traveller_merged` {}, `reservation` {
 * event } to its traveller, { event, company } to its company, `reservation_closed`, `reservation_suspended` and
 * `reservation_rate_suspended` { reservation }.
 */
export async function enqueueMail(db: Db, mail: NewMail): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((trx) => enqueueMail(trx, mail));
  const id = await insertMail(db, mail);
  const delay = mail.dueAt ? Math.max(0, mail.dueAt.getTime() - mail.at.getTime()) : 0;
  await enqueueMailJobs(db, [{ id, kind: mail.kind }], delay);
}

export async function enqueueMailJobs(
  db: Db,
  mails: readonly { id: number; kind: MailKind }[],
  delay = 0,
): Promise<void> {
  const jobs = mails.map(({ id, kind }) => ({
    name: SEND_MAIL,
    payload: { mail: id },
    key: `mail-${id}`,
    delay,
    ...JOB_OPTIONS[kind],
  }));
  await addJobs(db, jobs);
}
