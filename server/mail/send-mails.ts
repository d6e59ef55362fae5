import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { isDatabaseAway } from '../db/away.ts';
import { listen } from '../db/listen.ts';
import type { Db } from '../db/open.ts';
import { BadRecipient, composeMail, type MailSettings } from './compose.ts';
import { describeFailure } from './failure-text.ts';
import {
  type ClaimedMail,
  claimMail,
  finishAbandoned,
  handOver,
  type Settlement,
  settleMail,
} from './mails.queries.ts';
import { openOutbox, outboxFolder } from './outbox.ts';
import { connectSmtp } from './smtp.ts';
import { DatabaseAway, DeliveryFailure, LeaseLost, type Transport } from './transport.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export type MailTimes = {
  /** the wait after each attempt; there is one attempt more than there are waits */
  retries: readonly number[];
  /** how long an instance keeps a mail to itself: longer than an attempt can last */
  lease: number;
  /** the queue is looked at this often, even when nothing was notified */
  poll: number;
  /** the wait before a database that is away is asked again */
  away: number;
  /** how long an attempt under way may last once this process stops */
  close: number;
};

const TIMES: MailTimes = {
  // 8 attempts in about 22 hours
  retries: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  lease: 3 * MINUTE,
  poll: 10_000,
  away: 500,
  close: 4_000,
};

export type MailParts = {
  db: Db;
  url: string;
  config: MailSettings & Pick<Config, 'smtpUrl' | 'dataDir'>;
  secret: string;
  now: () => Date;
  log: FastifyBaseLogger;
  transport?: Transport;
  times?: Partial<MailTimes>;
};

export interface MailWorker {
  close(): Promise<void>;
}

/** Sends what waits in the queue, one mail after the other; every instance does. */
export function startMails({ db, url, config, secret, now, log, ...options }: MailParts): MailWorker {
  const times = { ...TIMES, ...options.times };
  const transport = options.transport ?? openTransport(config);
  const stopping = new AbortController();
  let isClosing = false;
  let wake = Promise.withResolvers<void>();
  const wakeUp = () => wake.resolve();

  const listening = listen(url, 'mails', { onPayload: wakeUp, onListening: wakeUp, onLost: () => undefined });

  async function work(): Promise<void> {
    while (!isClosing) {
      wake = Promise.withResolvers();
      let pause = times.poll;
      try {
        await sendWhatIsDue();
      } catch (error) {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'the mail queue could not be read');
        pause = times.away;
      }
      if (isClosing) return;
      await atMost(pause, wake.promise);
    }
  }

  async function sendWhatIsDue(): Promise<void> {
    const abandoned = await finishAbandoned(db, now());
    if (abandoned > 0) log.warn({ mails: abandoned }, 'mails were handed over and never answered for');
    while (!isClosing) {
      const at = now();
      const mail = await claimMail(db, { at, until: new Date(at.getTime() + times.lease) });
      if (!mail) return;
      const settlement = await attempt(mail);
      if (settlement) await settle(mail, settlement);
    }
  }

  /** Null when the mail has become another instance's. */
  async function attempt(mail: ClaimedMail): Promise<Settlement | null> {
    const lost = 'its attempts were cut short';
    if (mail.attempts > times.retries.length + 1) return { outcome: 'given_up', error: lost };
    try {
      const message = await asked(composeMail({ db, config, secret }, mail, now()));
      if (!message) return { outcome: 'needless' };
      await transport(message, { handOver: () => holdLease(mail), signal: stopping.signal });
      return { outcome: 'sent' };
    } catch (error) {
      if (error instanceof BadRecipient) return { outcome: 'refused', error: error.message };
      return afterFailure(mail, error);
    }
  }

  async function holdLease(mail: ClaimedMail): Promise<void> {
    if (!(await asked(handOver(db, mail, now())))) throw new LeaseLost('another instance has this mail');
  }

  function afterFailure(mail: ClaimedMail, thrown: unknown): Settlement | null {
    const failure = thrown instanceof DeliveryFailure ? thrown : new DeliveryFailure('retry', thrown);
    if (failure.cause instanceof LeaseLost) return null;
    const error = describeFailure(failure.message, mail.recipient);
    if (failure.outcome !== 'retry') return { outcome: failure.outcome, error };
    const wait = failure.cause instanceof DatabaseAway ? 0 : times.retries[mail.attempts - 1];
    if (wait === undefined) return { outcome: 'given_up', error };
    return { retryAt: new Date(now().getTime() + withJitter(wait)), error };
  }

  /** Tries until the database has written it down: what is known of a mail must not be lost with a connection. */
  async function settle(mail: ClaimedMail, settlement: Settlement): Promise<void> {
    const said = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, ...settlement };
    const isWell = 'outcome' in settlement && ['sent', 'needless'].includes(settlement.outcome);
    log[isWell ? 'info' : 'warn'](said, 'mail');
    for (;;) {
      try {
        return await settleMail(db, mail, settlement, now());
      } catch (error) {
        if (isClosing || !isDatabaseAway(error)) throw error;
        await atMost(times.away, stopping.signal);
      }
    }
  }

  const working = work();
  return {
    async close() {
      isClosing = true;
      wakeUp();
      const timer = setTimeout(() => stopping.abort(), times.close);
      await Promise.all([working, listening.close()]);
      clearTimeout(timer);
    },
  };
}

function openTransport(config: MailParts['config']): Transport {
  return config.smtpUrl ? connectSmtp(config.smtpUrl) : openOutbox(outboxFolder(config));
}

/** A mail server that is away says much the same as a database that is. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isDatabaseAway(error) ? new DatabaseAway('the database was away', { cause: error }) : error;
  }
}

/** Spreads the tries, so that mails that failed together are not tried again together. */
function withJitter(wait: number): number {
  return wait * (0.8 + 0.4 * Math.random());
}

/** Resolves after so many milliseconds, or as soon as what is awaited comes. */
function atMost(ms: number, what: Promise<void> | AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  if (what instanceof AbortSignal) what.addEventListener('abort', () => resolve(), { once: true });
  else void what.then(resolve);
  return promise.finally(() => clearTimeout(timer));
}
