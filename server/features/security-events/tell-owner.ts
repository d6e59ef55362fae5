import type { SecurityEventKind } from '#domain/iam/security-events.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findOwnerMail, wasToldOfDevice } from './told-events.queries.ts';

/** What somebody who has taken an account over would do, and its owner must learn of. */
const TOLD: ReadonlySet<SecurityEventKind> = new Set([
  'password_set',
  'password_changed',
  'factor_added',
  'factor_removed',
  'rights_changed',
  'mail_change_asked',
  'new_device',
]);

/** Browsers of the same words are told of once in this time: whoever keeps no cookies fills no mailbox. */
const DEVICE_EVERY = 60 * 60_000;

export function isTold(kind: SecurityEventKind): boolean {
  return TOLD.has(kind);
}

/** Has the owner of an account written to of what happened to it, in the transaction that does it. */
export async function tellOwner(
  trx: Db,
  event: { id: number; kind: SecurityEventKind; userId: number; at: Date; from: Origin },
): Promise<void> {
  const { id, kind, userId, at, from } = event;
  const recipient = await findOwnerMail(trx, userId);
  if (!recipient) return;
  if (kind === 'new_device') {
    const since = new Date(at.getTime() - DEVICE_EVERY);
    if (await wasToldOfDevice(trx, { recipient, userId, device: from.device, since })) return;
  }
  await enqueueMail(trx, { kind: 'security', recipient, params: { event: id }, at });
}
