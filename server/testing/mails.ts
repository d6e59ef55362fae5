import { Writable } from 'node:stream';
import pino from 'pino';
import { readConfig } from '../config.ts';
import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { openQueue, type Queue, type QueueTimes } from '../jobs/queue.ts';
import { letterWriters } from '../letters.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { MailSettings } from '../mail/letter-writer.ts';
import { findMailsJob, sendMailJob } from '../mail/mails.job.ts';
import { type LeasedMail, leaseMail } from '../mail/mails.queries.ts';
import { createMailSender, type MailParts, type MailTimes } from '../mail/send-mails.ts';
import { connectSmtp, type SmtpTimes } from '../mail/smtp.ts';

export const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

const SETTINGS: MailSettings = {
  publicHost: 'localhost',
  backofficeHost: 'b',
  port: 1,
  trustProxy: false,
  mailFrom: 'p@exemple.fr',
  publisher: null,
  secretBefore: null,
};

/** Sources of composeMail, for a test that reads a letter without sending it. */
export function letterSources(db: Db, secret: string) {
  return { db, config: SETTINGS, secret, writers: letterWriters };
}

/** Retries without a wait. */
const TIMES: Partial<MailTimes> = { retries: [0, 0], poll: 50, away: 20 };
const QUEUE_TIMES: Partial<QueueTimes> = { poll: 50, close: 200 };
/** Timeouts for a machine under load. */
const SMTP_TIMES: SmtpTimes = { connect: 20_000, accept: 20_000, answer: 20_000 };
/** Timeouts for a server that hangs before it has the message, where a premature one only means another attempt. */
export const IMPATIENT: SmtpTimes = { connect: 300, accept: 300, answer: 300 };
/** Timeouts for a server that hangs after it has the message, which must arrive in time. */
export const IMPATIENT_AT_LAST: SmtpTimes = { ...SMTP_TIMES, answer: 3_000 };

type Options = Partial<Pick<MailParts, 'now' | 'clock' | 'transport' | 'times'>> & {
  queueTimes?: Partial<QueueTimes>;
  smtpTimes?: SmtpTimes;
  hands?: number;
  db: Db;
  url: string;
  smtpUrl: string | null;
  dataDir?: string;
};

export interface TestWorker extends Queue {
  /** everything logged so far */
  logged(): string;
}

/** Mail worker with short waits, which sends one mail at a time unless `hands` is higher. */
export function startTestMails({
  db,
  url,
  smtpUrl,
  dataDir,
  now = () => new Date(),
  clock = believingClock(now),
  transport,
  ...options
}: Options): TestWorker {
  const lines: string[] = [];
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const config = readConfig({
    ...(smtpUrl && { SMTP_URL: smtpUrl }),
    ...(dataDir && { DATA_DIR: dataDir }),
    MAIL_FROM: 'Parité <lettre@parite.example>',
    PUBLIC_HOST: 'www.parite.example',
    BACKOFFICE_HOST: 'bureaux.parite.example',
    TRUST_PROXY: 'on',
  });
  const own =
    transport ?? (smtpUrl === null ? undefined : connectSmtp(smtpUrl, options.smtpTimes ?? SMTP_TIMES));
  const mails = createMailSender({
    db,
    config,
    secret: SECRET,
    writers: letterWriters,
    clock,
    now,
    log,
    times: { ...TIMES, ...options.times },
    ...(own && { transport: own }),
  });
  const worker = openQueue({
    db,
    url,
    log,
    jobs: [sendMailJob(mails)],
    recurring: [findMailsJob(mails)],
    workerCount: options.hands ?? 1,
    times: { ...QUEUE_TIMES, ...options.queueTimes },
  });
  return { ...worker, logged: () => lines.join('') };
}

function believingClock(now: () => Date): Clock {
  const read = async () => ({ at: now(), believedAt: now(), isBelieved: true, time: now(), agreedAt: null });
  return { read };
}

/** Inserts an unconfirmed subscription and its mail. Returns the id of the mail. */
export async function enqueueNewsletter(db: Db, email: string, at = new Date()): Promise<number> {
  const { id } = await db
    .insertInto('subscriptions')
    .values({ at, email, type: 'newsletter', consent_text: 'oui' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueMail(db, { kind: 'newsletter', recipient: email, params: { subscription: id }, at });
  return (await db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}

/** Claims the longest due mail, as a worker does. null: none is due. */
export async function claimNext(db: Db, lease: { at: Date; until: Date }): Promise<LeasedMail | null> {
  const next = await db
    .selectFrom('mails')
    .where('finished_at', 'is', null)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', lease.at)]))
    .select('id')
    .orderBy('due_at')
    .orderBy('id')
    .executeTakeFirst();
  return next ? leaseMail(db, next.id, lease) : null;
}
