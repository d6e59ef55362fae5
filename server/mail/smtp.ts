import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { DeliveryFailure, type Transport } from './transport.ts';

/** How long a mail server may take, in milliseconds. */
export type SmtpTimes = {
  /** until it has greeted and, where it can, speaks TLS */
  connect: number;
  /** from then on until the whole text is with it */
  accept: number;
  /** after the text, until it says what becomes of it */
  answer: number;
};

const TIMES: SmtpTimes = { connect: 15_000, accept: 20_000, answer: 60_000 };

/**
 * Sends each message over a connection of its own. The end of the text is sent only after `handOver`: a failure before
 * that means that nothing was accepted; after it, only the server's answer tells
 * (decision 048).
 */
export function connectSmtp(smtpUrl: string, times: SmtpTimes = TIMES): Transport {
  const { auth, ...server } = readSmtpUrl(smtpUrl);
  return async ({ from, to, raw }, { handOver, signal }) => {
    const connection = new SMTPConnection({
      ...server,
      connectionTimeout: times.connect,
      greetingTimeout: times.connect,
      // nodemailer's own time-out, for inactivity; the deadlines below are shorter
      socketTimeout: times.accept + times.answer,
    });
    const broken = Promise.withResolvers<never>();
    // an error may still come when nobody waits for the connection any more
    broken.promise.catch(() => undefined);
    connection.on('error', broken.reject);
    const abort = () => broken.reject(new Error('this process stops'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    const late = () => broken.reject(new Error('the mail server takes too long'));
    let deadline = setTimeout(late, times.connect + times.accept);
    const step = <T>(start: (done: (error: unknown, value?: T) => void) => void) =>
      Promise.race([broken.promise, called(start)]);

    let handing: Promise<void> | undefined;
    let isOver = false;
    let isCompleted = false;
    async function* text() {
      yield raw;
      handing = handOver();
      await handing;
      if (isOver) throw new Error('the connection is closed');
      clearTimeout(deadline);
      deadline = setTimeout(late, times.answer);
      isCompleted = true;
    }

    try {
      await step((done) => connection.connect(done));
      if (auth) await step((done) => connection.login({ ...auth }, done));
      await step((done) => connection.send({ from, to }, Readable.from(text()), done));
      connection.quit();
    } catch (error) {
      isOver = true;
      connection.close();
      // the hand-over may be in the midst of being written down: nothing else is written about this mail before
      await handing?.catch(() => undefined);
      throw new DeliveryFailure(outcomeOf(error, isCompleted), error);
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', abort);
    }
  };
}

/** Connects and logs in as for a mail, and sends none. Throws what nodemailer says of it. */
export async function verifySmtp(smtpUrl: string, ms: number): Promise<void> {
  const { auth, ...server } = readSmtpUrl(smtpUrl);
  const transport = new SMTPTransport({
    ...server,
    // as for a mail: a server that offers no login is wrong where one is set
    ...(auth && { auth, forceAuth: true }),
    dnsTimeout: ms,
    connectionTimeout: ms,
    greetingTimeout: ms,
    socketTimeout: ms,
  });
  await transport.verify();
}

function called<T>(start: (done: (error: unknown, value?: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)));
  });
}

/** What the connection's errors say of themselves (nodemailer's smtp-connection). */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown };

function outcomeOf(error: unknown, isCompleted: boolean): DeliveryFailure['outcome'] {
  const { code, command, responseCode } = error as SmtpError;
  const reply = typeof responseCode === 'number' ? responseCode : 0;
  // 503 says that the conversation went wrong, not the message
  const isPermanent = reply >= 500 && reply !== 503;
  if (isCompleted) {
    // EMESSAGE: the answer to the completed text, and no other
    if (code !== 'EMESSAGE' || reply < 400) return 'unknown';
    return isPermanent ? 'refused' : 'retry';
  }
  // refused elsewhere (a greeting, a login, the sender), it is the settings that are wrong, which can be mended
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  return isPermanent && isOfMessage ? 'refused' : 'retry';
}

/**
 * smtps: TLS from the first byte. smtp: TLS as soon as the server offers it; with a user and a password it
 * must, under a certificate that proves who it is, since they are sent to it.
 */
function readSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const auth = url.username ? { user: decoded(url.username), pass: decoded(url.password) } : null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth,
    ...(!secure && (auth ? { requireTLS: true } : { opportunisticTLS: true })),
    // no check of the certificate: whoever could show a false one could as well hide that the server offers TLS
    ...(!secure && !auth && { tls: { rejectUnauthorized: false } }),
  };
}

/** A password may hold a % that stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
