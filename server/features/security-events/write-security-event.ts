import { createHash } from 'node:crypto';
import type { SecurityEventKind, SecurityOutcome } from '#domain/security-events/security-events.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { notifyOwner, shouldNotify } from './notify-owner.ts';
import { FROM_COMMAND_LINE } from './origin.ts';
import {
  insertSecurityEvent,
  isMinuteFull,
  type NewSecurityEvent,
  updateMinuteCount,
} from './security-events.queries.ts';

const MINUTE = 60_000;
/**
 * Different failures per minute over all networks. Further ones share a line, so that refusals cannot fill
 * the disk.
 */
const DIFFERENT_A_MINUTE = 60;
/** Share of one network, which must not hide the others. */
const OF_ONE_NETWORK = 15;
/** Events that a user may repeat freely, one line a day. */
const DAILY_KINDS: ReadonlySet<SecurityEventKind> = new Set(['details_changed', 'photo_changed']);
const DAY = 24 * 60 * MINUTE;

export type SecurityEvent = {
  kind: SecurityEventKind;
  outcome?: SecurityOutcome;
  at: Date;
  from: Origin;
  subjectUserId?: number | null;
  /** HMAC of a typed address without account (journaledAccount). */
  account?: Buffer | null;
  /** Codes, numbers and scopes, never a text of a person. */
  details?: Record<string, string | number | boolean | readonly string[]>;
  count?: number;
};

/**
 * Journals an event in the transaction of its cause, or alone without one, and notifies the account's owner where apt
 * (notify-owner.ts). Repeatable and failed events share a line a minute, within bounds.
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
  const isQuiet = DAILY_KINDS.has(kind);
  const isBounded = from !== FROM_COMMAND_LINE && (outcome !== 'success' || from.userId === null);
  if (!isBounded && !isQuiet) {
    const id = await insertSecurityEvent(trx, event);
    const isOver = outcome === 'success' && shouldNotify(kind);
    if (isOver && subjectUserId) await notifyOwner(trx, { id, kind, userId: subjectUserId, at, from });
    return;
  }
  const bound = boundOf(event, isQuiet ? DAY : MINUTE);
  if (await updateMinuteCount(trx, bound, count)) return;
  if (isQuiet) {
    await insertSecurityEvent(trx, { ...event, bound });
    return;
  }
  const since = new Date(Math.floor(at.getTime() / MINUTE) * MINUTE);
  const minute = { since, until: new Date(since.getTime() + MINUTE) };
  const bounded = await withinBounds(trx, event, minute);
  await insertSecurityEvent(trx, { ...bounded, bound: boundOf(bounded, MINUTE) });
}

/** Line within the bounds of its minute and network, else the shared line. */
async function withinBounds(
  trx: Db,
  event: NewSecurityEvent,
  minute: { since: Date; until: Date },
): Promise<NewSecurityEvent> {
  if (await isMinuteFull(trx, minute, DIFFERENT_A_MINUTE)) return { ...event, ...OMITTED };
  const { network } = event;
  if (network && (await isMinuteFull(trx, { ...minute, network }, OF_ONE_NETWORK))) {
    return { ...event, ...OMITTED, network };
  }
  return event;
}

const OMITTED = {
  user_id: null,
  subject_user_id: null,
  account: null,
  network: null,
  device: null,
  session_id: null,
  details: JSON.stringify({ rest: true }),
};

/** Key of equal events in a minute or a day. */
function boundOf(event: NewSecurityEvent, period: number): Buffer {
  const { kind, outcome, user_id, subject_user_id, account, network, device, session_id, details } = event;
  const time = Math.floor(event.at.getTime() / period);
  const parts = [time, kind, outcome, user_id, subject_user_id, device, session_id, details];
  const text = JSON.stringify([...parts, account?.toString('hex'), network?.toString('hex')]);
  return createHash('sha256').update(text).digest();
}
