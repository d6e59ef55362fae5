import { dayAt } from '#domain/branches/open-state.ts';
import { findWrongMoment, noShowAt } from '#domain/reservations/deadlines.ts';
import {
  type Actor,
  isOpen,
  mayChange,
  type Reason,
  type ReservationState,
  releasesStock,
  reservationStates,
  type UndoReason,
} from '#domain/reservations/states.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { recordEvent } from './record-event.ts';
import { isRedeemed } from './redemptions.queries.ts';
import { type LockedReservation, updateState } from './reservations.queries.ts';
import { type BetterExchange, issueSlip, strikeSlip } from './slips.queries.ts';
import { moveStockTo, returnStock } from './stocks.queries.ts';

export type Change = {
  to: ReservationState;
  actor: Actor;
  at: Date;
  userId?: number;
  reason?: Reason | UndoReason;
  better?: { was: string; exchange: BetterExchange };
};

export function requireChange(
  held: LockedReservation,
  { to, actor, at, reason }: Pick<Change, 'to' | 'actor' | 'at' | 'reason'>,
): void {
  // “ready” undoes no hand-over, which says why, and nothing else is undone
  const isUndone = held.state === 'collected';
  if (to === 'ready' && isUndone !== (reason !== undefined)) throw wrongState(held.state, to);
  if (!mayChange(held.state, to, actor)) throw wrongState(held.state, to);
  const error = findWrongMoment(to, actor, {
    now: at.getTime(),
    pickupAt: held.pickupAt.getTime(),
    dueAt: held.dueAt.getTime(),
    endedAt: held.endedAt?.getTime() ?? null,
    timeZone: held.timeZone,
  });
  if (error) throw new HttpError(409, error.code, error.message);
}

/**
 * Changes the state of a locked reservation with its event and returned stock, all or nothing. Throws an
 * HttpError (409) for a wrong state or moment.
 */
export async function changeState(trx: Db, held: LockedReservation, change: Change): Promise<void> {
  requireChange(held, change);
  const { to, at, better } = change;
  const isUndone = held.state === 'collected';
  if (isUndone && (await isRedeemed(trx, held))) {
    const sentence =
      'Des billets de cette commande ont déjà été repris. La remise ne peut plus être défaite.';
    throw new HttpError(409, 'redeemed', sentence);
  }
  await updateState(trx, held.id, {
    state: to,
    at,
    ...(isOpen(to) && {
      dueAt: new Date(noShowAt(held.pickupAt.getTime(), isUndone ? at.getTime() : undefined)),
    }),
  });
  const rates = better ? { was: better.was, applied: better.exchange.rate } : null;
  await recordEvent(trx, held.id, { kind: to, ...change, rates });
  const today = dayAt(at.getTime(), held.timeZone);
  if (isUndone) {
    await strikeSlip(trx, held.id, at, (change.reason ?? 'other') as UndoReason);
    const agreed = dayAt(held.pickupAt.getTime(), held.timeZone);
    // handed over early, its client is expected on the agreed day again
    if (agreed > today) await moveStockTo(trx, held, agreed);
  }
  if (to === 'collected') {
    await issueSlip(trx, held.id, at, better?.exchange);
    await moveStockTo(trx, held, today);
  }
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
