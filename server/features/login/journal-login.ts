import type { FastifyRequest } from 'fastify';
import type { SecurityOutcome } from '#domain/iam/security-events.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import type { EndedSession } from '../../http/session.queries.ts';
import { findDevice } from '../accounts/known-devices.ts';
import { journaledAccount, strangerOf } from '../security-events/origin.ts';
import type { SecurityTally } from '../security-events/tally.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import { hasLoggedIn } from './login.queries.ts';

/** Why a login did not come to a session: read by administrators, never told to who tried. */
export type LoginReason =
  | 'unknown'
  | 'suspended'
  | 'awaiting_password'
  | 'wrong_password'
  | 'too_many'
  | 'changed_meanwhile';

/** Whose account was tried: a user's number, or the address that no account has. */
type Tried = { secret: string; who: number | string; at: Date };

/** A login that opened no session, in the journal and in the log. */
export function journalFailedLogin(
  tally: SecurityTally,
  request: FastifyRequest,
  { secret, who, at, reason }: Tried & { reason: LoginReason },
): void {
  const outcome = reason === 'too_many' ? 'refused' : 'failure';
  const userId = typeof who === 'number' ? who : null;
  logLogin(request, userId, outcome);
  tally.add({
    kind: 'login',
    outcome,
    at,
    // whoever is already logged in here is not who tried
    from: strangerOf(secret, request),
    subjectUserId: userId,
    account: typeof who === 'string' ? journaledAccount(secret, who) : null,
    details: { reason },
  });
}

/**
 * A login that did: in the transaction of the session. The account's owner is told of a browser that it does not know,
 * but for the first login of all. Before the browser is remembered.
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
  const from = { ...strangerOf(secret, request), userId, sessionId: id };
  if (former) await journalReplaced(trx, { former, from, at });
  const isKnown = findDevice(secret, request, { account, at }) !== null || !(await hasLoggedIn(trx, userId));
  await writeSecurityEvent(trx, { kind: 'login', at, from, subjectUserId: userId });
  if (!isKnown) await writeSecurityEvent(trx, { kind: 'new_device', at, from, subjectUserId: userId });
  logLogin(request, userId, 'success');
}

/** A password that was right where a second factor is still owed: its owner finds it, should nothing follow. */
export async function journalFirstStep(
  trx: Db,
  request: FastifyRequest,
  { secret, userId, at, former }: { secret: string; userId: number; at: Date; former: EndedSession | null },
): Promise<void> {
  const from = { ...strangerOf(secret, request), userId };
  if (former) await journalReplaced(trx, { former, from, at });
  await writeSecurityEvent(trx, { kind: 'password_accepted', at, from, subjectUserId: userId });
}

/** The session that was open in the browser of a login has ended by it. */
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

/** Who it was by number, and how it ended: no address of any kind. */
function logLogin(request: FastifyRequest, actor: number | null, outcome: SecurityOutcome): void {
  request.log.info({ reqId: request.id, actor, outcome }, 'login');
}
