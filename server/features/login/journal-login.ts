import type { FastifyRequest } from 'fastify';
import type { SecurityOutcome } from '#domain/security-events/security-events.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import type { EndedSession } from '../../http/session.queries.ts';
import { findDevice } from '../accounts/known-devices.ts';
import { hashAccount, originWithoutUser } from '../security-events/origin.ts';
import type { SecurityTally } from '../security-events/tally.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { hasLoggedIn } from './login.queries.ts';

/** Reason of a failed login, for administrators only. */
export type LoginReason =
  | 'unknown'
  | 'suspended'
  | 'awaiting_password'
  | 'wrong_password'
  | 'too_many'
  | 'changed_meanwhile';

/** `account`: a user's id, or an address without account. */
type Tried = { secret: string; account: number | string; at: Date };

export function journalFailedLogin(
  tally: SecurityTally,
  request: FastifyRequest,
  { secret, account, at, reason }: Tried & { reason: LoginReason },
): void {
  const outcome = reason === 'too_many' ? 'refused' : 'failure';
  const userId = typeof account === 'number' ? account : null;
  logLogin(request, userId, outcome);
  tally.add({
    kind: 'login',
    outcome,
    at,
    // a session in this browser does not identify the attacker
    from: originWithoutUser(secret, request),
    subjectUserId: userId,
    account: typeof account === 'string' ? hashAccount(secret, account) : null,
    details: { reason },
  });
}

/**
 * Journals a login in the session's transaction, and notifies the owner of an unknown browser except at the
 * first login. Runs before the browser is remembered.
 */
export async function journalLogin(
  trx: Db,
  request: FastifyRequest,
  {
    secret,
    account,
    at,
    opened: { id, former },
  }: {
    secret: string;
    account: { id: number; passwordHash: string | null };
    at: Date;
    opened: { id: number; former: EndedSession | null };
  },
): Promise<void> {
  const userId = account.id;
  const from = { ...originWithoutUser(secret, request), userId, sessionId: id };
  if (former) await journalReplaced(trx, { former, from, at });
  const isKnown = findDevice(secret, request, { account, at }) !== null || !(await hasLoggedIn(trx, userId));
  await writeSecurityEvent(trx, { kind: 'login', at, from, subjectUserId: userId });
  if (!isKnown) await writeSecurityEvent(trx, { kind: 'new_device', at, from, subjectUserId: userId });
  logLogin(request, userId, 'success');
}

/** Right password that still owes its second factor, visible to the owner even if nothing follows. */
export async function journalFirstStep(
  trx: Db,
  request: FastifyRequest,
  { secret, userId, at, former }: { secret: string; userId: number; at: Date; former: EndedSession | null },
): Promise<void> {
  const from = { ...originWithoutUser(secret, request), userId };
  if (former) await journalReplaced(trx, { former, from, at });
  await writeSecurityEvent(trx, { kind: 'password_accepted', at, from, subjectUserId: userId });
}

async function journalReplaced(
  trx: Db,
  { former, from, at }: { former: EndedSession; from: Origin; at: Date },
): Promise<void> {
  await writeSecurityEvent(trx, {
    kind: 'session_ended',
    at,
    from: { ...from, sessionId: former.id },
    subjectUserId: former.userId,
    details: { reason: 'replaced' },
  });
}

/** Log line with the user's number and the outcome, without any address. */
function logLogin(request: FastifyRequest, actor: number | null, outcome: SecurityOutcome): void {
  request.log.info({ reqId: request.id, actor, outcome }, 'login');
}
