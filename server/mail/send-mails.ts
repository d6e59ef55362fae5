import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { isDatabaseAway } from '../db/away.ts';
import type { Clock } from '../db/clock.ts';
import type { Db } from '../db/open.ts';
import { mailsNeedless, mailTries } from '../process/counters.ts';
import { composeMail, InvalidRecipient, type Message, Needless } from './compose.ts';
import { enqueueMailJobs } from './enqueue-mail.ts';
import { describeFailure } from './failure-text.ts';
import type { LetterWriters, MailSettings } from './letter-writer.ts';
import {
  finishAbandonedMails,
  type LeasedMail,
  leaseMail,
  recordHandOver,
  recordOutcome,
  type Settlement,
  selectMailsWithoutJob,
  takeBackAttempt,
} from './mails.queries.ts';
import { openOutbox, outboxFolder } from './outbox.ts';
import { connectSmtp } from './smtp.ts';
import { DatabaseAway, DeliveryFailure, LeaseLost, type Transport } from './transport.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const MAILS_PER_SEARCH = 500;

export type MailTimes = {
  /** waits after each attempt but the last */
  retries: readonly number[];
  /** longer than any attempt can last */
  lease: number;
  poll: number;
  away: number;
};

const TIMES: MailTimes = {
  // 8 attempts in about 22 hours
  retries: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  lease: 3 * MINUTE,
  poll: 10_000,
  away: 500,
};

export type MailParts = {
  db: Db;
  config: MailSettings & Pick<Config, 'smtpUrl' | 'dataDir'>;
  secret: string;
  writers: LetterWriters;
  clock: Clock;
  now: () => Date;
  log: FastifyBaseLogger;
  transport?: Transport;
  times?: Partial<MailTimes>;
};

export type MailSender = {
  send(id: number, signal: AbortSignal): Promise<void>;
  /** Enqueues the due mails without a job. Returns the milliseconds until the next search. */
  enqueueDue(): Promise<number>;
};

/** Sends the mails of the queue's jobs. A mail's row alone decides whether it may leave (decision 048). */
export function createMailSender({
  db,
  config,
  secret,
  writers,
  clock,
  now,
  log,
  ...options
}: MailParts): MailSender {
  const times = { ...TIMES, ...options.times };
  const transport = options.transport ?? openTransport(config);

  async function send(id: number, signal: AbortSignal): Promise<void> {
    await logAbandonedMails();
    const at = now();
    const mail = await leaseMail(db, id, { at, until: new Date(at.getTime() + times.lease) });
    const settlement = mail && (await attempt(mail, signal));
    if (settlement) await settle(mail, settlement, signal);
  }

  async function enqueueDue(): Promise<number> {
    await logAbandonedMails();
    await enqueueMailJobs(db, await selectMailsWithoutJob(db, now(), MAILS_PER_SEARCH));
    return times.poll;
  }

  async function logAbandonedMails(): Promise<void> {
    const abandoned = await finishAbandonedMails(db, now());
    if (abandoned === 0) return;
    mailTries.inc({ outcome: 'unknown' }, abandoned);
    log.warn({ mails: abandoned }, 'mails were handed over and never answered for');
  }

  /** null: another instance has the mail. */
  async function attempt(mail: LeasedMail, signal: AbortSignal): Promise<Settlement | null> {
    const lost = 'its attempts were cut short';
    if (mail.attempts > times.retries.length + 1) return { outcome: 'given_up', error: lost };
    try {
      const message = await compose(mail);
      if (!message) return await wait(mail);
      await transport(message, { handOver: () => confirmLease(mail), signal });
      return { outcome: 'sent' };
    } catch (error) {
      if (error instanceof Needless) return { outcome: 'needless', reason: error.reason };
      if (error instanceof InvalidRecipient) return { outcome: 'refused', error: error.message };
      return afterFailure(mail, error);
    }
  }

  // null: needless by a clock in doubt, so that it waits
  async function compose(mail: LeasedMail): Promise<Message | null> {
    try {
      return await composeAt(mail, now());
    } catch (error) {
      if (!(error instanceof Needless)) throw error;
      const { time, isBelieved } = await markDatabaseAway(clock.read());
      if (!time) return null;
      return composeAt(mail, time).catch((again) => {
        if (isBelieved || !(again instanceof Needless)) throw again;
        return null;
      });
    }
  }

  function composeAt(mail: LeasedMail, at: Date): Promise<Message> {
    return markDatabaseAway(composeMail({ db, config, secret, writers }, mail, at));
  }

  async function wait(mail: LeasedMail): Promise<null> {
    await markDatabaseAway(takeBackAttempt(db, mail));
    return null;
  }

  async function confirmLease(mail: LeasedMail): Promise<void> {
    if (!(await markDatabaseAway(recordHandOver(db, mail, now()))))
      throw new LeaseLost('another instance has this mail');
  }

  function afterFailure(mail: LeasedMail, thrown: unknown): Settlement | null {
    const failure = thrown instanceof DeliveryFailure ? thrown : new DeliveryFailure('retry', thrown);
    if (failure.cause instanceof LeaseLost) return null;
    const error = describeFailure(failure.message, mail.recipient);
    if (failure.outcome !== 'retry') return { outcome: failure.outcome, error };
    const wait = failure.cause instanceof DatabaseAway ? 0 : times.retries[mail.attempts - 1];
    if (wait === undefined) return { outcome: 'given_up', error };
    return { retryAt: new Date(now().getTime() + withJitter(wait)), error };
  }

  /** Retries until the database has recorded the outcome, which must survive a lost connection. */
  async function settle(mail: LeasedMail, settlement: Settlement, signal: AbortSignal): Promise<void> {
    const fields = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, ...settlement };
    const isWell = 'outcome' in settlement && ['sent', 'needless'].includes(settlement.outcome);
    log[isWell ? 'info' : 'warn'](fields, 'mail');
    mailTries.inc({ outcome: 'outcome' in settlement ? settlement.outcome : 'retry' });
    if ('outcome' in settlement && settlement.reason) mailsNeedless.inc({ reason: settlement.reason });
    for (;;) {
      try {
        return await record(mail, settlement);
      } catch (error) {
        if (signal.aborted || !isDatabaseAway(error)) throw error;
        await atMost(times.away, signal);
      }
    }
  }

  async function record(mail: LeasedMail, settlement: Settlement): Promise<void> {
    const at = now();
    await db.transaction().execute(async (trx) => {
      const isOurs = await recordOutcome(trx, mail, settlement, at);
      if (!isOurs || 'outcome' in settlement) return;
      await enqueueMailJobs(trx, [mail], Math.max(0, settlement.retryAt.getTime() - at.getTime()));
    });
  }

  return { send, enqueueDue };
}

function openTransport(config: MailParts['config']): Transport {
  return config.smtpUrl ? connectSmtp(config.smtpUrl) : openOutbox(outboxFolder(config));
}

/** Distinguishes the database from the mail server, because both fail alike. */
async function markDatabaseAway<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isDatabaseAway(error) ? new DatabaseAway('the database was away', { cause: error }) : error;
  }
}

function withJitter(wait: number): number {
  return wait * (0.8 + 0.4 * Math.random());
}

function atMost(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => resolve();
  signal.addEventListener('abort', stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  });
}
