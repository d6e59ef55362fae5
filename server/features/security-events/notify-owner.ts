import type { SecurityEventKind } from '#domain/security-events/security-events.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { selectOwnerMail, wasNotifiedOfDevice } from './notified-events.queries.ts';

/** Acts of an account's takeover, of which its owner is notified. */
const NOTIFIED_KINDS: ReadonlySet<SecurityEventKind> = new Set([
  'password_set',
  'password_changed',
  'factor_added',
  'factor_removed',
  'rights_changed',
  'mail_change_asked',
  'new_device',
]);

/** Milliseconds between letters about the same kind of browser, so that one without cookies floods nobody. */
const DEVICE_LETTER_EVERY_MS = 60 * 60_000;

export function shouldNotify(kind: SecurityEventKind): boolean {
  return NOTIFIED_KINDS.has(kind);
}

export async function notifyOwner(
  trx: Db,
  event: { id: number; kind: SecurityEventKind; userId: number; at: Date; from: Origin },
): Promise<void> {
  const { id, kind, userId, at, from } = event;
  const recipient = await selectOwnerMail(trx, userId);
  if (!recipient) return;
  if (kind === 'new_device') {
    const since = new Date(at.getTime() - DEVICE_LETTER_EVERY_MS);
    if (await wasNotifiedOfDevice(trx, { recipient, userId, device: from.device, since })) return;
  }
  await enqueueMail(trx, { kind: 'security', recipient, params: { event: id }, at });
}
