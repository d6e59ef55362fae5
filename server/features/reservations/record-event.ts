import { notifiedParties } from '#domain/reservations/notified-parties.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findMoves, findTravellerMail } from './notified-events.queries.ts';
import { notifyCompany } from './notify-company.ts';
import { type Event, insertEvent } from './reservations.queries.ts';

/** Shortest time between letters about moves of one reservation by one side, which would flood a mailbox. */
const MOVED_EVERY = 5 * 60_000;

/** Records an event and notifies the parties, in the transaction of the change. */
export async function recordEvent(trx: Db, reservationId: number, event: Event): Promise<void> {
  const { at, kind, actor, userId = null } = event;
  const recipients = notifiedParties({ kind, actor, byPerson: userId !== null });
  const since = new Date(at.getTime() - MOVED_EVERY);
  const { companyId, hasMoved, lastAt } = await findMoves(trx, reservationId, { actor, since });
  // a request may wait for another one and come second
  const id = await insertEvent(trx, reservationId, { ...event, at: lastAt && lastAt > at ? lastAt : at });
  // the earlier letter is needless by then
  const delay = kind === 'moved' && hasMoved ? MOVED_EVERY : 0;
  const dueAt = new Date(at.getTime() + delay);
  const traveller = recipients.includes('traveller') ? await findTravellerMail(trx, reservationId) : null;
  if (traveller !== null) {
    await enqueueMail(trx, { kind: 'reservation', recipient: traveller, params: { event: id }, at, dueAt });
  }
  if (!recipients.includes('bureau')) return;
  await notifyCompany(trx, { eventId: id, companyId, isCancelled: kind === 'cancelled', at, dueAt });
}
