import { createHash } from 'node:crypto';
import type { SecurityEventKind, SecurityOutcome } from '#domain/iam/security-events.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { FROM_COMMAND_LINE } from './origin.ts';
import {
  addToMinute,
  insertSecurityEvent,
  isMinuteFull,
  type NewSecurityEvent,
} from './security-events.queries.ts';
import { isTold, tellOwner } from './tell-owner.ts';

const MINUTE = 60_000;
/**
 * Different failures and refusals that one minute may hold, of all networks: those beyond are counted together, so
 * that nobody fills the disk by being refused.
 */
const DIFFERENT_A_MINUTE = 60;
/** Of one network: it must not hide what the others did meanwhile. */
const OF_ONE_NETWORK = 15;
/** What its owner may repeat without end: one line a day, so that it hides nothing of what matters. */
const QUIET: ReadonlySet<SecurityEventKind> = new Set(['details_changed', 'photo_changed']);
const DAY = 24 * 60 * MINUTE;

export type SecurityEvent = {
  kind: SecurityEventKind;
  /** success unless said */
  outcome?: SecurityOutcome;
  at: Date;
  from: Origin;
  /** whose account it is about, where one is known */
  subjectUserId?: number | null;
  /** of the address that was typed, where it has no account: journaledAccount(secret, mail) */
  account?: Buffer | null;
  /** what else is worth knowing: codes, numbers, scopes; never a word that a person wrote */
  details?: Record<string, string | number | boolean | readonly string[]>;
  /** how many of them, when they were counted before they were written */
  count?: number;
};

/**
 * Writes down what happened to an account or was refused: in the transaction of what is done, and by itself where
 * nothing is. The owner of the account is written to where it is theirs to know (tell-owner.ts). What an unknown caller
 * can repeat, and whatever fails or is refused, is one line a minute with its count.
 */
export async function writeSecurityEvent(
  trx: Db,
  { kind, outcome = 'success', at, from, subjectUserId, account, details = {}, count = 1 }: SecurityEvent,
): Promise<void> {
  const event: NewSecurityEvent = {
    at,
    kind,
    outcome,
    user_id: from.userId,
    subject_user_id: subjectUserId ?? null,
    account: account ?? null,
    network: from.network,
    device: from.device,
    session_id: from.sessionId,
    details: JSON.stringify(details),
    count,
  };
  const isQuiet = QUIET.has(kind);
  const isBounded = from !== FROM_COMMAND_LINE && (outcome !== 'success' || from.userId === null);
  if (!isBounded && !isQuiet) {
    const id = await insertSecurityEvent(trx, event);
    const isOver = outcome === 'success' && isTold(kind);
    if (isOver && subjectUserId) await tellOwner(trx, { id, kind, userId: subjectUserId, at, from });
    return;
  }
  const bound = boundOf(event, isQuiet ? DAY : MINUTE);
  if (await addToMinute(trx, bound, count)) return;
  if (isQuiet) {
    await insertSecurityEvent(trx, { ...event, bound });
    return;
  }
  const since = new Date(Math.floor(at.getTime() / MINUTE) * MINUTE);
  const minute = { since, until: new Date(since.getTime() + MINUTE) };
  const kept = await withinBounds(trx, event, minute);
  await insertSecurityEvent(trx, { ...kept, bound: boundOf(kept, MINUTE) });
}

/** The line as it is while its minute, and its network's share of it, has room; else the one that counts the rest. */
async function withinBounds(
  trx: Db,
  event: NewSecurityEvent,
  minute: { since: Date; until: Date },
): Promise<NewSecurityEvent> {
  if (await isMinuteFull(trx, minute, DIFFERENT_A_MINUTE)) return { ...event, ...UNTOLD };
  const { network } = event;
  if (network && (await isMinuteFull(trx, { ...minute, network }, OF_ONE_NETWORK))) {
    return { ...event, ...UNTOLD, network };
  }
  return event;
}

/** What a line leaves out that counts the rest of a minute. */
const UNTOLD = {
  user_id: null,
  subject_user_id: null,
  account: null,
  network: null,
  device: null,
  session_id: null,
  details: JSON.stringify({ rest: true }),
};

/** The same for events of one minute, or one day, that differ in nothing. */
function boundOf(event: NewSecurityEvent, period: number): Buffer {
  const { kind, outcome, user_id, subject_user_id, account, network, device, session_id, details } = event;
  const time = Math.floor(event.at.getTime() / period);
  const parts = [time, kind, outcome, user_id, subject_user_id, device, session_id, details];
  const text = JSON.stringify([...parts, account?.toString('hex'), network?.toString('hex')]);
  return createHash('sha256').update(text).digest();
}
