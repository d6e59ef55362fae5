import type { FastifyReply } from 'fastify';
import { mailboxOf, normalizeEmail } from '#domain/audience/email.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { networkOf } from '../../http/network.ts';
import { deleteFailures, uncountFailure } from './attempts.queries.ts';
import { count, countOf, formatWait, HOUR, type Limit, MINUTE, pairOf } from './counts.ts';
import { CODES_TO_MAILBOX } from './traveller-attempts.ts';

/** An account from one network, beyond any mistyping. */
const BY_PAIR: Limit = { name: 'login:pair', window: 15 * MINUTE, most: 10 };
const BY_NETWORK: Limit = { name: 'login:address', window: 15 * MINUTE, most: 50 };
/** An account from unknown browsers, against guesses from many networks. */
const BY_ACCOUNT: Limit = { name: 'login:account', window: 24 * HOUR, most: 100 };
/** An account from a known browser, which failures elsewhere do not lock out. */
const BY_DEVICE: Limit = { name: 'login:device', window: 15 * MINUTE, most: 10 };

/** Letters with a link to one address, so that nobody can flood it. */
const MAILS_TO_ACCOUNT: Limit = { name: 'forgotten:account', window: HOUR, most: 5 };
const MAILS_BY_NETWORK: Limit = { name: 'forgotten:address', window: HOUR, most: 30 };

/**
 * Codes and passkeys of an account from anywhere: 240 guesses a day of a million. A right password resets
 * none.
 */
const STEPS_BY_ACCOUNT: Limit = { name: 'second:account', window: HOUR, most: 10 };
const STEPS_BY_NETWORK: Limit = { name: 'second:address', window: HOUR, most: 100 };

/** Photos of a user, each decoded and journaled. */
const PHOTOS: Limit = { name: 'photo:user', window: HOUR, most: 20 };

/** Letters to new addresses, by requesting user and by address. */
const CHANGES_BY_USER: Limit = { name: 'mail-change:user', window: 24 * HOUR, most: 5 };
const CHANGES_TO_ADDRESS: Limit = { name: 'mail-change:address', window: 24 * HOUR, most: 3 };

/** Unknown pickup codes typed by a user, because a company must not guess its travellers' codes. */
const PICKUP_CODES: Limit = { name: 'pickup-code:user', window: 10 * MINUTE, most: 20 };

/** `account`: a normalised address, with or without an account. */
type AttemptSource = { secret: string; account: string; address: string; at: Date };

export type Attempt = {
  /** null: the attempt may proceed. */
  waitSeconds: number | null;
  succeed(): Promise<void>;
  uncount(): Promise<void>;
};

export async function settleAttempt<T>(attempt: Pick<Attempt, 'uncount'>, look: Promise<T>): Promise<T> {
  try {
    return await look;
  } catch (error) {
    await attempt.uncount();
    throw error;
  }
}

/**
 * Counts an attempt as failed before its password is checked, so that parallel guesses all count; success
 * uncounts it. Unknown accounts count alike. `device`: entry by which the account knows this browser.
 */
export async function startAttempt(
  db: Db,
  { device, ...tried }: AttemptSource & { device: string | null },
): Promise<Attempt> {
  const own =
    device === null
      ? countOf(tried.secret, BY_PAIR, pairOf(tried))
      : countOf(tried.secret, BY_DEVICE, device);
  const others = {
    network: countOf(tried.secret, BY_NETWORK, networkOf(tried.address)),
    account: countOf(tried.secret, BY_ACCOUNT, tried.account),
  };
  // a refusal in the first round is not counted in the second, so one network does not use up the day
  const rounds = device === null ? [[own, others.network], [others.account]] : [[own]];
  const counted: Buffer[] = [];
  let waitSeconds: number | null = null;
  for (const round of rounds) {
    counted.push(...round.map(({ key }) => key));
    waitSeconds = await count(db, round, tried.at);
    if (waitSeconds !== null) break;
  }
  return {
    waitSeconds,
    async succeed() {
      await deleteFailures(db, [own.key]);
      await uncountFailure(
        db,
        counted.filter((key) => key !== own.key),
      );
    },
    uncount: () => uncountFailure(db, counted),
  };
}

export async function startSecondStep(
  db: Db,
  { secret, account, address, at }: AttemptSource,
): Promise<Attempt> {
  const own = countOf(secret, STEPS_BY_ACCOUNT, account);
  const network = countOf(secret, STEPS_BY_NETWORK, networkOf(address));
  return {
    waitSeconds: await count(db, [own, network], at),
    async succeed() {
      await deleteFailures(db, [own.key]);
      await uncountFailure(db, [network.key]);
    },
    uncount: () => uncountFailure(db, [own.key, network.key]),
  };
}

/**
 * Counts a request for a mailed link. `waitSeconds`: the network's limit; `isSent` false: the address had
 * enough, and its present links keep working, because a refusal would let others shut the owner out.
 */
export async function countForgotten(
  db: Db,
  { secret, account, address, at }: AttemptSource,
): Promise<{ waitSeconds: number | null; isSent: boolean }> {
  const byNetwork = countOf(secret, MAILS_BY_NETWORK, networkOf(address));
  const waitSeconds = await count(db, [byNetwork], at);
  if (waitSeconds !== null) return { waitSeconds, isSent: false };
  const enough = await count(db, [countOf(secret, MAILS_TO_ACCOUNT, account)], at);
  return { waitSeconds: null, isSent: enough === null };
}

export async function startPickup(
  db: Db,
  { secret, userId, at }: { secret: string; userId: number; at: Date },
): Promise<Attempt> {
  const own = countOf(secret, PICKUP_CODES, String(userId));
  const takeBack = () => uncountFailure(db, [own.key]);
  return { waitSeconds: await count(db, [own], at), succeed: takeBack, uncount: takeBack };
}

export async function countPhoto(
  db: Db,
  { secret, userId, at }: { secret: string; userId: number; at: Date },
): Promise<number | null> {
  return count(db, [countOf(secret, PHOTOS, String(userId))], at);
}

/** `waitSeconds`: the user's limit. `isSent` false: the address had enough letters, which nobody is told. */
export async function countMailChange(
  db: Db,
  { secret, userId, mail, at }: { secret: string; userId: number; mail: string; at: Date },
): Promise<{ waitSeconds: number | null; isSent: boolean }> {
  const waitSeconds = await count(db, [countOf(secret, CHANGES_BY_USER, String(userId))], at);
  if (waitSeconds !== null) return { waitSeconds, isSent: false };
  const enough = await count(db, [countOf(secret, CHANGES_TO_ADDRESS, mail)], at);
  return { waitSeconds: null, isSent: enough === null };
}

export function tooMany(reply: FastifyReply, waitSeconds: number, code: string, what: string): HttpError {
  reply.header('retry-after', waitSeconds);
  const elsewhere = code === 'too_many_logins' ? ', ou choisissez un nouveau mot de passe' : '';
  const wait = formatWait(waitSeconds);
  return new HttpError(
    429,
    code,
    `Trop de ${what}. Réessayez dans ${wait}${waitSeconds > DAYS_WAIT ? elsewhere : ''}.`,
  );
}

/** Seconds. Beyond them the answer offers a link instead. */
const DAYS_WAIT = 90 * 60;

const COUNTED_BY_ACCOUNT = [BY_ACCOUNT, STEPS_BY_ACCOUNT, MAILS_TO_ACCOUNT, CHANGES_TO_ADDRESS];

export function failureKeys(secret: string, account: string): Buffer[] {
  const mail = normalizeEmail(account);
  return [
    ...COUNTED_BY_ACCOUNT.map((limit) => countOf(secret, limit, mail).key),
    countOf(secret, CODES_TO_MAILBOX, mailboxOf(mail)).key,
  ];
}

/** Keys that a new password resets: the account's everywhere, and those of the network where it was set. */
export function resetKeys({ secret, ...tried }: Omit<AttemptSource, 'at'>): Buffer[] {
  return [...failureKeys(secret, tried.account), countOf(secret, BY_PAIR, pairOf(tried)).key];
}
