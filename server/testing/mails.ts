import { Writable } from 'node:stream';
import pino from 'pino';
import { readConfig } from '../config.ts';
import type { Db } from '../db/open.ts';
import { enqueueMail } from '../mail/enqueue.queries.ts';
import { type MailParts, type MailTimes, type MailWorker, startMails } from '../mail/send-mails.ts';
import { connectSmtp, type SmtpTimes } from '../mail/smtp.ts';

export const SECRET = 'of-a-test-and-of-nothing-else-0123456789';

/** No waits: a mail that failed is tried again at once. */
const TIMES: Partial<MailTimes> = { retries: [0, 0], poll: 50, away: 20, close: 200 };
const SMTP_TIMES: SmtpTimes = { connect: 300, accept: 300, answer: 300 };

type Options = Partial<Pick<MailParts, 'db' | 'url' | 'now' | 'transport' | 'times'>> & {
  db: Db;
  url: string;
  smtpUrl: string | null;
  dataDir?: string;
};

export interface TestWorker extends MailWorker {
  /** everything logged so far */
  logged(): string;
}

/** A worker with short waits. */
export function startTestMails({ db, url, smtpUrl, dataDir, now, transport, times }: Options): TestWorker {
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
  const own = transport ?? (smtpUrl === null ? undefined : connectSmtp(smtpUrl, SMTP_TIMES));
  const worker = startMails({
    db,
    url,
    config,
    secret: SECRET,
    now: now ?? (() => new Date()),
    log,
    times: { ...TIMES, ...times },
    ...(own && { transport: own }),
  });
  return { ...worker, logged: () => lines.join('') };
}

/** A subscription that waits for its confirmation, and its mail. Answers with the id of the mail. */
export async function enqueueNewsletter(db: Db, email: string, at = new Date()): Promise<number> {
  const { id } = await db
    .insertInto('subscriptions')
    .values({ at, email, type: 'newsletter', consent_text: 'oui' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueMail(db, { kind: 'newsletter', recipient: email, params: { subscription: id }, at });
  return (await db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
}
