import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { DeliveryFailure, type Transport } from './transport.ts';

/**
 * Time limits in milliseconds until the greeting and TLS, from there until the server has the whole text, and from
 * there until its answer.
 */
export type SmtpTimes = {
  connect: number;
  accept: number;
  answer: number;
};

const TIMES: SmtpTimes = { connect: 15_000, accept: 20_000, answer: 60_000 };

/**
 * Sends each message over its own connection, and completes the text only after `handOver`. A failure before that means
 * that nothing was accepted; afterwards only the server's answer counts (decision 048).
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
    // a late error must not become an unhandled rejection
    broken.promise.catch(() => undefined);
    connection.on('error', broken.reject);
    const abort = () => broken.reject(new Error('this process stops'));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    const late = () => broken.reject(new Error('the mail server takes too long'));
    let deadline = setTimeout(late, times.connect + times.accept);
    const step = <T>(start: (done: (error: unknown, value?: T) => void) => void) =>
      Promise.race([broken.promise, promisify(start)]);

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
      // a hand-over under way is recorded before anything else about this mail
      await handing?.catch(() => undefined);
      throw new DeliveryFailure(outcomeOf(error, isCompleted), error);
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', abort);
    }
  };
}

/** Connects and logs in without sending a mail. Throws nodemailer's errors. */
export async function verifySmtp(smtpUrl: string, ms: number): Promise<void> {
  const { auth, ...server } = readSmtpUrl(smtpUrl);
  const transport = new SMTPTransport({
    ...server,
    // a server without a login is an error when credentials are set
    ...(auth && { auth, forceAuth: true }),
    dnsTimeout: ms,
    connectionTimeout: ms,
    greetingTimeout: ms,
    socketTimeout: ms,
  });
  await transport.verify();
}

function promisify<T>(start: (done: (error: unknown, value?: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error ? reject(error) : resolve(value)));
  });
}

/** Fields of the errors of nodemailer's smtp-connection. */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown };

function outcomeOf(error: unknown, isCompleted: boolean): DeliveryFailure['outcome'] {
  const { code, command, responseCode } = error as SmtpError;
  const reply = typeof responseCode === 'number' ? responseCode : 0;
  // 503 is an error of the protocol, not of the message
  const isPermanent = reply >= 500 && reply !== 503;
  if (isCompleted) {
    // EMESSAGE is the answer to the completed text alone
    if (code !== 'EMESSAGE' || reply < 400) return 'unknown';
    return isPermanent ? 'refused' : 'retry';
  }
  // refusals elsewhere (greeting, login, sender) mean wrong settings, which can be mended
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  return isPermanent && isOfMessage ? 'refused' : 'retry';
}

/**
 * smtps starts with TLS, smtp upgrades as soon as the server offers it. Credentials require TLS and a valid
 * certificate.
 */
function readSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const auth = url.username
    ? { user: decodeUserInfo(url.username), pass: decodeUserInfo(url.password) }
    : null;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth,
    ...(!secure && (auth ? { requireTLS: true } : { opportunisticTLS: true })),
    // no certificate check, because an attacker who can forge one can also hide that the server offers TLS
    ...(!secure && !auth && { tls: { rejectUnauthorized: false } }),
  };
}

/** A password may contain a literal %. */
function decodeUserInfo(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
