import { findWrongMoment, noShowAt } from '#domain/reservations/deadlines.ts';
import {
  type Actor,
  isOpen,
  mayChange,
  type Reason,
  type ReservationState,
  releasesStock,
  reservationStates,
} from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { recordEvent } from './record-event.ts';
import { type LockedReservation, updateState } from './reservations.queries.ts';
import { type BetterExchange, issueSlip } from './slips.queries.ts';
import { returnStock } from './stocks.queries.ts';

export type Change = {
  to: ReservationState;
  actor: Actor;
  at: Date;
  userId?: number;
  reason?: Reason;
  better?: { was: string; exchange: BetterExchange };
};

/**
 * Changes the state of a locked reservation with its event and returned stock, all or nothing. Throws an
 * HttpError (409) for a wrong state or moment.
 */
export async function changeState(trx: Db, held: LockedReservation, change: Change): Promise<void> {
  const { to, actor, at, better } = change;
  if (!mayChange(held.state, to, actor)) throw wrongState(held.state, to);
  const error = findWrongMoment(to, actor, {
    now: at.getTime(),
    pickupAt: held.pickupAt.getTime(),
    dueAt: held.dueAt.getTime(),
  });
  if (error) throw new HttpError(409, error.code, error.message);
  await updateState(trx, held.id, {
    state: to,
    at,
    ...(isOpen(to) && { dueAt: new Date(noShowAt(held.pickupAt.getTime())) }),
  });
  const rates = better ? { was: better.was, applied: better.exchange.rate } : null;
  await recordEvent(trx, held.id, { kind: to, ...change, rates });
  if (to === 'collected') await issueSlip(trx, held.id, at, better?.exchange);
  if (releasesStock(to)) await returnStock(trx, held.stockId, held.handedOver);
}

/** Conflict with the present state. An agent with a code is told which step comes first. */
export function wrongState(state: ReservationState, to?: ReservationState): HttpError {
  const now = reservationStates[state].toLowerCase();
  const next = `${state === 'requested' ? 'acceptez-la et ' : ''}marquez-la prête dans la liste, puis saisissez le code de nouveau`;
  const sentence =
    to === 'collected' && isOpen(state)
      ? `Cette réservation est ${now}\u00a0: ${next}.`
      : `Cette réservation est à présent ${now}.`;
  return new HttpError(409, 'reservation_changed', sentence);
}
