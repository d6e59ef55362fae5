import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import type { Db } from '../../db/open.ts';
import { networkOf } from '../../http/network.ts';
import { HttpError } from '../../http-error.ts';
import { clearFailures, countFailures, uncountFailure } from './login-failures.queries.ts';

const MINUTE = 60_000;

/** How often one account, and one address for any account, may be tried within a time. */
type Limit = { name: string; window: number; maxByAccount: number; maxByAddress: number };
const LOGINS: Limit = { name: 'login', window: 15 * MINUTE, maxByAccount: 10, maxByAddress: 50 };
/** Of mails with a link: nobody's box is filled by who knows an address. */
const FORGOTTEN: Limit = { name: 'forgotten', window: 60 * MINUTE, maxByAccount: 5, maxByAddress: 30 };

/** `account`: a mail in its one spelling, of an account or not. */
type Tried = { secret: string; account: string; address: string; at: Date };

export type Attempt = {
  /** seconds to wait; null when the attempt may be made */
  waitSeconds: number | null;
  succeed(): Promise<void>;
  /** its password was not looked at: it counts for nothing */
  takeBack(): Promise<void>;
};

/**
 * Counts the attempt as a failure before its password is looked at, so that guesses made at once do not slip
 * through; a success takes it back. Accounts that do not exist count alike: a 429 says nothing of them.
 */
export async function startAttempt(db: Db, tried: Tried): Promise<Attempt> {
  const keys = keysOf(LOGINS, tried);
  return {
    waitSeconds: await count(db, LOGINS, tried, keys),
    succeed: () => clearFailures(db, keys),
    takeBack: () => uncountFailure(db, [keys.account, keys.address]),
  };
}

/** Counts a mail with a link that is asked for. Seconds to wait; null when it may be sent. */
export async function countForgotten(db: Db, tried: Tried): Promise<number | null> {
  return count(db, FORGOTTEN, tried, keysOf(FORGOTTEN, tried));
}

/** The answer (429) to who must wait; `what` there were too many of. */
export function tooMany(reply: FastifyReply, waitSeconds: number, code: string, what: string): HttpError {
  reply.header('retry-after', waitSeconds);
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes === 1 ? 'une minute' : `${minutes} minutes`;
  return new HttpError(429, code, `Trop de ${what}. Réessayez dans ${wait}.`);
}

/** Under which keys the failures of one account are counted. */
export function accountKeys(secret: string, account: string): Buffer[] {
  return [LOGINS, FORGOTTEN].map((limit) => keyOf(limit, secret, 'account', normalizeEmail(account)));
}

type Keys = { account: Buffer; address: Buffer };

function keysOf(limit: Limit, { secret, account, address }: Tried): Keys {
  return {
    account: keyOf(limit, secret, 'account', account),
    address: keyOf(limit, secret, 'address', networkOf(address)),
  };
}

function keyOf({ name }: Limit, secret: string, kind: 'account' | 'address', value: string): Buffer {
  return createHmac('sha256', secret).update(`${name}:${kind}:${value}`).digest();
}

async function count(
  db: Db,
  { window, maxByAccount, maxByAddress }: Limit,
  { at }: Tried,
  { account, address }: Keys,
): Promise<number | null> {
  const windowStart = new Date(at.getTime() - window);
  const counts = await countFailures(db, [account, address], { at, windowStart });
  const waits = counts
    .filter(({ key, count: n }) => n > (key.equals(account) ? maxByAccount : maxByAddress))
    .map(({ since }) => Math.ceil((since.getTime() + window - at.getTime()) / 1000));
  return waits.length > 0 ? Math.max(1, ...waits) : null;
}
