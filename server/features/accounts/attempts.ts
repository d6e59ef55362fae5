import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { networkOf } from '../../http/network.ts';
import { countFailures, deleteFailures, uncountFailure } from './attempts.queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How often something may be tried within a time. */
type Limit = { name: string; window: number; most: number };

/** One account from one network: what a person who mistypes never comes to. */
const BY_PAIR: Limit = { name: 'login:pair', window: 15 * MINUTE, most: 10 };
/** Whatever account, from one network. */
const BY_NETWORK: Limit = { name: 'login:address', window: 15 * MINUTE, most: 50 };
/** One account, from wherever it is not known: guesses by many networks. */
const BY_ACCOUNT: Limit = { name: 'login:account', window: 24 * HOUR, most: 100 };
/** One account, from a browser that has opened it before: what others fail at does not count there. */
const BY_DEVICE: Limit = { name: 'login:device', window: 15 * MINUTE, most: 10 };

/** Mails with a link to one address: whoever knows it cannot fill the box of its owner. */
const MAILS_TO_ACCOUNT: Limit = { name: 'forgotten:account', window: HOUR, most: 5 };
const MAILS_BY_NETWORK: Limit = { name: 'forgotten:address', window: HOUR, most: 30 };

/** Codes and passkeys of one account, from wherever: 240 guesses a day of a million. A right password clears none. */
const STEPS_BY_ACCOUNT: Limit = { name: 'second:account', window: HOUR, most: 10 };
const STEPS_BY_NETWORK: Limit = { name: 'second:address', window: HOUR, most: 100 };

/** Photos that one user sends: each is decoded, and a line of the journal. */
const PHOTOS: Limit = { name: 'photo:user', window: HOUR, most: 20 };

/** Mails to a new address that one user asks for, and that one address is sent, whoever asks. */
const CHANGES_BY_USER: Limit = { name: 'mail-change:user', window: 24 * HOUR, most: 5 };
const CHANGES_TO_ADDRESS: Limit = { name: 'mail-change:address', window: 24 * HOUR, most: 3 };

/**
 * Codes to one traveller, from one network and from all; one network cannot use up what the others have. A code is guessed
 * at five times (traveller_codes.guesses): 1,800 guesses a day of a million, by many networks and under the owner's eyes.
 */
const CODES_TO_PAIR: Limit = { name: 'traveller-code:pair', window: HOUR, most: 5 };
const CODES_TO_TRAVELLER: Limit = { name: 'traveller-code:address', window: HOUR, most: 15 };
const CODES_BY_NETWORK: Limit = { name: 'traveller-code:network', window: HOUR, most: 30 };
/** Codes to all together: a flood by many networks ends soon after it stops. */
const CODES_IN_ALL: Limit = { name: 'traveller-code:all', window: 5 * MINUTE, most: 200 };
/** Guesses are counted by no account: a stranger's would shut its owner out. */
const GUESSES_BY_NETWORK: Limit = { name: 'traveller:network', window: HOUR, most: 100 };

/** Codes of reservations that one user types and none has: else its own bureau guesses what its traveller alone knows. */
const PICKUP_CODES: Limit = { name: 'pickup-code:user', window: 10 * MINUTE, most: 20 };

/** `account`: a mail in its one spelling, of an account or not. */
type Tried = { secret: string; account: string; address: string; at: Date };

export type Attempt = {
  /** seconds to wait; null when the attempt may be made */
  waitSeconds: number | null;
  succeed(): Promise<void>;
  /** its password was not looked at: it counts for nothing */
  takeBack(): Promise<void>;
};

/** What comes of looking at its password; where that could not be done, the attempt counts for nothing. */
export async function lookedAt<T>(attempt: Attempt, look: Promise<T>): Promise<T> {
  try {
    return await look;
  } catch (error) {
    await attempt.takeBack();
    throw error;
  }
}

type Count = { key: Buffer; limit: Limit };

/**
 * Counts the attempt as a failure before its password is looked at, so that guesses made at once do not slip
 * through; a success takes it back. Accounts that do not exist count alike: a 429 says nothing of them. `device`: by
 * what the account knows this browser, if it does.
 */
export async function startAttempt(
  db: Db,
  { device, ...tried }: Tried & { device: string | null },
): Promise<Attempt> {
  const own =
    device === null
      ? countOf(tried.secret, BY_PAIR, pairOf(tried))
      : countOf(tried.secret, BY_DEVICE, device);
  const others = {
    network: countOf(tried.secret, BY_NETWORK, networkOf(tried.address)),
    account: countOf(tried.secret, BY_ACCOUNT, tried.account),
  };
  // what is refused by the first round is not counted in the second: one network alone does not use up the day
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
    takeBack: () => uncountFailure(db, counted),
  };
}

/** As startAttempt, for the second factor: a code or a passkey. */
export async function startStep(db: Db, { secret, account, address, at }: Tried): Promise<Attempt> {
  const own = countOf(secret, STEPS_BY_ACCOUNT, account);
  const network = countOf(secret, STEPS_BY_NETWORK, networkOf(address));
  return {
    waitSeconds: await count(db, [own, network], at),
    async succeed() {
      await deleteFailures(db, [own.key]);
      await uncountFailure(db, [network.key]);
    },
    takeBack: () => uncountFailure(db, [own.key, network.key]),
  };
}

/**
 * Counts a request for a mail with a link. `waitSeconds`: this network asks too often. `isSent` is false once the
 * address has had enough mails: no other leaves, and the links that it has keep working. A refusal would let anybody
 * who asks in the owner's place shut the owner out.
 */
export async function countForgotten(
  db: Db,
  { secret, account, address, at }: Tried,
): Promise<{ waitSeconds: number | null; isSent: boolean }> {
  const byNetwork = countOf(secret, MAILS_BY_NETWORK, networkOf(address));
  const waitSeconds = await count(db, [byNetwork], at);
  if (waitSeconds !== null) return { waitSeconds, isSent: false };
  const enough = await count(db, [countOf(secret, MAILS_TO_ACCOUNT, account)], at);
  return { waitSeconds: null, isSent: enough === null };
}

/** As countForgotten, for the code of a traveller: within a budget of all, too. */
export async function countTravellerCode(
  db: Db,
  { secret, account, address, at }: Tried,
): Promise<{ waitSeconds: number | null; isSent: boolean }> {
  const waitSeconds = await count(db, [countOf(secret, CODES_BY_NETWORK, networkOf(address))], at);
  if (waitSeconds !== null) return { waitSeconds, isSent: false };
  for (const own of [
    countOf(secret, CODES_TO_PAIR, pairOf({ account, address })),
    countOf(secret, CODES_TO_TRAVELLER, account),
    countOf(secret, CODES_IN_ALL, ''),
  ]) {
    // what is refused is not taken from the next one
    if ((await count(db, [own], at)) !== null) return { waitSeconds: null, isSent: false };
  }
  return { waitSeconds: null, isSent: true };
}

/** As startStep, for the digits of a traveller: by network alone, beside what each code counts. */
export async function startGuess(db: Db, { secret, address, at }: Omit<Tried, 'account'>): Promise<Attempt> {
  const network = countOf(secret, GUESSES_BY_NETWORK, networkOf(address));
  const takeBack = () => uncountFailure(db, [network.key]);
  return { waitSeconds: await count(db, [network], at), succeed: takeBack, takeBack };
}

/** As startGuess, for the code of a reservation that a user of its bureau types. */
export async function startPickup(
  db: Db,
  { secret, userId, at }: { secret: string; userId: number; at: Date },
): Promise<Attempt> {
  const own = countOf(secret, PICKUP_CODES, String(userId));
  const takeBack = () => uncountFailure(db, [own.key]);
  return { waitSeconds: await count(db, [own], at), succeed: takeBack, takeBack };
}

/** Counts a photo that a user sends. Returns the seconds to wait; null when it may be sent. */
export async function countPhoto(
  db: Db,
  { secret, userId, at }: { secret: string; userId: number; at: Date },
): Promise<number | null> {
  return count(db, [countOf(secret, PHOTOS, String(userId))], at);
}

/**
 * Counts a mail to the address that a user wants. `waitSeconds`: this user asks too often. `isSent` is false once the
 * address has had enough, and nobody is told.
 */
export async function countMailChange(
  db: Db,
  { secret, userId, mail, at }: { secret: string; userId: number; mail: string; at: Date },
): Promise<{ waitSeconds: number | null; isSent: boolean }> {
  const waitSeconds = await count(db, [countOf(secret, CHANGES_BY_USER, String(userId))], at);
  if (waitSeconds !== null) return { waitSeconds, isSent: false };
  const enough = await count(db, [countOf(secret, CHANGES_TO_ADDRESS, mail)], at);
  return { waitSeconds: null, isSent: enough === null };
}

/** The answer (429) to who must wait; `what` there were too many of. */
export function tooMany(reply: FastifyReply, waitSeconds: number, code: string, what: string): HttpError {
  reply.header('retry-after', waitSeconds);
  const elsewhere = code === 'too_many_logins' ? ', ou choisissez un nouveau mot de passe' : '';
  const wait = sayWait(Math.ceil(waitSeconds / 60));
  return new HttpError(
    429,
    code,
    `Trop de ${what}. Réessayez dans ${wait}${waitSeconds > DAYS_WAIT ? elsewhere : ''}.`,
  );
}

/** Seconds: whoever must wait longer may come in by a link instead. */
const DAYS_WAIT = 90 * 60;

function sayWait(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} heures`;
  return minutes === 1 ? 'une minute' : `${minutes} minutes`;
}

const COUNTED_BY_ACCOUNT = [BY_ACCOUNT, STEPS_BY_ACCOUNT, MAILS_TO_ACCOUNT, CHANGES_TO_ADDRESS];

/** Under which keys the failures of one account are counted, from wherever. */
export function accountKeys(secret: string, account: string): Buffer[] {
  return [...COUNTED_BY_ACCOUNT, CODES_TO_TRAVELLER].map(
    (limit) => countOf(secret, limit, normalizeEmail(account)).key,
  );
}

/** What a new password clears: what shuts its account everywhere, and what shuts it to the network where it was set. */
export function keysOfReset({ secret, ...tried }: Omit<Tried, 'at'>): Buffer[] {
  return [...accountKeys(secret, tried.account), countOf(secret, BY_PAIR, pairOf(tried)).key];
}

function pairOf({ account, address }: Pick<Tried, 'account' | 'address'>): string {
  return `${networkOf(address)} ${account}`;
}

function countOf(secret: string, limit: Limit, value: string): Count {
  return { limit, key: createHmac('sha256', secret).update(`${limit.name}:${value}`).digest() };
}

/** Adds one to each count; all have the same window. Returns the seconds to wait when one is over its limit. */
async function count(db: Db, round: readonly Count[], at: Date): Promise<number | null> {
  const window = Math.max(...round.map(({ limit }) => limit.window));
  const counts = await countFailures(
    db,
    round.map(({ key }) => key),
    { at, windowStart: new Date(at.getTime() - window) },
  );
  const waits = counts
    .filter(({ key, count: n }) => round.some(({ key: own, limit }) => key.equals(own) && n > limit.most))
    .map(({ since }) => Math.ceil((since.getTime() + window - at.getTime()) / 1000));
  return waits.length > 0 ? Math.max(1, ...waits) : null;
}
