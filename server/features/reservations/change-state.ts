import { findWrongMoment, noShowAt } from '#domain/reservations/deadlines.ts';
import {
  type Actor,
  givesBack,
  isOpen,
  mayChange,
  type Reason,
  type ReservationState,
  reservationStates,
} from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { recordEvent } from './record-event.ts';
import { type HeldReservation, updateState } from './reservations.queries.ts';
import { type BetterExchange, giveSlip } from './slips.queries.ts';
import { giveBackStock } from './stocks.queries.ts';

/** By whom a reservation is changed, when and why. */
export type Change = {
  to: ReservationState;
  actor: Actor;
  at: Date;
  userId?: number;
  reason?: Reason;
  /** of what is handed over at a better rate than the reserved one, which was `was` */
  better?: { was: string; exchange: BetterExchange };
};

/**
 * Changes the state of a reservation that is held: the state, the line that tells of it, and what is there again for
 * others, together or not at all. Throws an HttpError (409) where it stands elsewhere than it was seen, or it is not the time for it.
 */
export async function changeState(trx: Db, held: HeldReservation, change: Change): Promise<void> {
  const { to, actor, at, better } = change;
  if (!mayChange(held.state, to, actor)) throw outOfOrder(held.state, to);
  const wrong = findWrongMoment(to, actor, {
    now: at.getTime(),
    pickupAt: held.pickupAt.getTime(),
    dueAt: held.dueAt.getTime(),
  });
  if (wrong) throw new HttpError(409, wrong.code, wrong.message);
  await updateState(trx, held.id, {
    state: to,
    at,
    ...(isOpen(to) && { dueAt: new Date(noShowAt(held.pickupAt.getTime())) }),
  });
  const rates = better ? { was: better.was, applied: better.exchange.rate } : null;
  await recordEvent(trx, held.id, { kind: to, ...change, rates });
  if (to === 'collected') await giveSlip(trx, held.id, at, better?.exchange);
  if (givesBack(to)) await giveBackStock(trx, held.stockId, held.handedOver);
}

/** `to`: what it cannot become from where it stands; the one at the counter with a code is told what comes before. */
export function outOfOrder(state: ReservationState, to?: ReservationState): HttpError {
  const now = reservationStates[state].toLowerCase();
  const next = `${state === 'requested' ? 'acceptez-la et ' : ''}marquez-la prête dans la liste, puis saisissez le code de nouveau`;
  const sentence =
    to === 'collected' && isOpen(state)
      ? `Cette réservation est ${now}\u00a0: ${next}.`
      : `Cette réservation est à présent ${now}.`;
  return new HttpError(409, 'reservation_changed', sentence);
}
