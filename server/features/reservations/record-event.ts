import { whoIsTold } from '#domain/reservations/told.ts';
import type { Db } from '../../db/open.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { type Event, insertEvent } from './reservations.queries.ts';
import { tellBureau } from './tell-bureau.ts';
import { findMoves, findTravellerMail } from './told-events.queries.ts';

/** The least time between two letters about one reservation that is moved again and again: its traveller fills no mailbox. */
const MOVED_EVERY = 5 * 60_000;

/** Writes down what happened to a reservation, and has whom it concerns told, in the transaction in which it happens. */
export async function recordEvent(trx: Db, reservationId: number, event: Event): Promise<void> {
  const { at, kind, actor, userId = null } = event;
  const told = whoIsTold({ kind, actor, byPerson: userId !== null });
  const since = new Date(at.getTime() - MOVED_EVERY);
  const { companyId, hasMoved, lastAt } = await findMoves(trx, reservationId, since);
  // who was asked first may have waited for the other, and come second
  const id = await insertEvent(trx, reservationId, { ...event, at: lastAt && lastAt > at ? lastAt : at });
  const traveller = told.includes('traveller') ? await findTravellerMail(trx, reservationId) : null;
  if (traveller !== null) {
    await enqueueMail(trx, { kind: 'reservation', recipient: traveller, params: { event: id }, at });
  }
  if (!told.includes('bureau')) return;
  // the one of before is needless by then
  const delay = kind === 'moved' && hasMoved ? MOVED_EVERY : 0;
  const dueAt = new Date(at.getTime() + delay);
  await tellBureau(trx, { eventId: id, companyId, isCancelled: kind === 'cancelled', at, dueAt });
}
