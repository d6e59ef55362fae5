import type { Db } from '../db/open.ts';
import type { MailKind } from '../db/schema.ts';
import { addJobs, type NewJob } from '../jobs/add-job.queries.ts';
import { insertMail, type NewMail } from './mails.queries.ts';

/** The job that sends one mail. */
export const SEND_MAIL = 'send-mail';

/**
 * How soon a mail leaves, by its kind. Somebody waits for what opens an account, in front of a screen. What any visitor
 * of the site can ask for, as often as they like, goes one at a time: however slow the mail server, hands stay free.
 */
const WAYS: Record<MailKind, Pick<NewJob, 'priority' | 'lane'>> = {
  password: { priority: 'urgent' },
  invitation: { priority: 'urgent' },
  newsletter: { lane: 'newsletter' },
  held: {},
  // a mid rate that jumps may stop a rule of every bureau
  margins: { lane: 'margins' },
  // nobody waits for it in front of a screen, and only who has an account can cause it
  security: {},
  // somebody waits for it in front of a screen; how often one may is counted
  mail_change: { priority: 'urgent' },
  mail_changed: {},
  // a traveller waits for it, but any visitor can ask for one: behind what opens an account of the back-office
  traveller_code: { lane: 'traveller-codes' },
  // who has an account causes them, and it costs no more than an address
  reservation: { lane: 'reservations' },
};

/**
 * Puts a mail in the queue; in a transaction it leaves with the rest, or not at all. `params` are ids that
 * its text is written from when it is sent: `invitation` { link }, `password` {}, `newsletter` { subscription }, `held`
 * { company, user }, `margins` { company, user }, `security` { event }, `mail_change` { change }, `mail_changed` { user },
 * `traveller_code` { code }, `reservation` { event } to its traveller, { event, company } to its bureau.
 */
export async function enqueueMail(db: Db, mail: NewMail): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((trx) => enqueueMail(trx, mail));
  const id = await insertMail(db, mail);
  const delay = mail.dueAt ? Math.max(0, mail.dueAt.getTime() - mail.at.getTime()) : 0;
  await wakeMails(db, [{ id, kind: mail.kind }], delay);
}

/** Has mails of the table sent, at once or after so many milliseconds. The same statement for none. */
export async function wakeMails(
  db: Db,
  mails: readonly { id: number; kind: MailKind }[],
  delay = 0,
): Promise<void> {
  const jobs = mails.map(({ id, kind }) => ({
    name: SEND_MAIL,
    payload: { mail: id },
    key: `mail-${id}`,
    delay,
    ...WAYS[kind],
  }));
  await addJobs(db, jobs);
}
