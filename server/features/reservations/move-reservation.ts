import { dayAt } from '#domain/branches/open-state.ts';
import {
  findWrongMove,
  findWrongPickup,
  firstMove,
  lapsesAt,
  noShowAt,
} from '#domain/reservations/deadlines.ts';
import { isOpen } from '#domain/reservations/states.ts';
import { LARGEST_SHARE, modeOf } from '#domain/reservations/terms.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { outOfOrder } from './change-state.ts';
import { COMPANY, isDayClosed } from './counter.ts';
import { recordEvent } from './record-event.ts';
import { outOfStock } from './refusals.ts';
import { findCounter, holdTerms } from './request.queries.ts';
import { findMoved, type HeldReservation, updatePickup } from './reservations.queries.ts';
import { giveBackStock, type Holder, hasRoomFor, holdStocks, takeStock } from './stocks.queries.ts';

/** To which hour, by whom, when, and as of when it was seen. */
export type Move = { pickupAt: Date; seen: Date; actor: 'traveller' | 'bureau'; at: Date; userId?: number };

/**
 * Another hour for a reservation that is held: within what its rate is frozen for, while its counter is open; on another
 * day it takes from that day's stock. Throws an HttpError: 400, or 409 where it changed meanwhile.
 */
export async function moveReservation(trx: Db, held: HeldReservation, move: Move): Promise<void> {
  const { pickupAt, actor, at, userId } = move;
  if (!isOpen(held.state)) throw outOfOrder(held.state);
  const before = await findMoved(trx, held.id);
  if (before.updatedAt.getTime() !== move.seen.getTime()) {
    const sentence = 'Cette réservation a changé entre-temps : relisez-la avant de choisir une heure.';
    throw new HttpError(409, 'reservation_changed', sentence);
  }
  const terms = await holdTerms(trx, held.companyId);
  // reserved before the bureau had branches, it is collected where it was to be
  const counter = before.branch === null ? COMPANY : await findCounter(trx, held.companyId, before.branch);
  const mode = counter && modeOf(counter.kind);
  if (!terms || !counter || !mode) {
    throw new HttpError(
      409,
      'not_there',
      'Cette agence ne prend plus de réservation : son heure ne change plus.',
    );
  }
  const now = at.getTime();
  const { delay_minutes: delayMinutes } = terms.modes[mode];
  // else a bureau could call its traveller for the next minute, and say that nobody came
  const sudden =
    actor === 'bureau' &&
    findWrongMove(pickupAt.getTime(), { now, pickupWas: held.pickupAt.getTime(), delayMinutes });
  if (sudden) throw new HttpError(409, sudden.code, sudden.message);
  const agreed = {
    ...{ state: held.state, pickupAt: held.pickupAt.getTime(), dueAt: held.dueAt.getTime() },
    delay: delayMinutes,
  };
  const wrong = findWrongPickup(pickupAt.getTime(), {
    // what a bureau can do it knows itself
    first: actor === 'bureau' ? now : firstMove(now, agreed, counter.opening),
    held: held.heldUntil.getTime(),
    needs: { answer: 0, delay: delayMinutes },
    opening: counter.opening,
    isDayClosed: isDayClosed(counter, pickupAt.getTime()),
  });
  if (wrong) throw new HttpError(400, wrong.code, wrong.message);
  // where the bureau moves it, it has said itself that it has the notes
  const holder =
    actor === 'traveller' && held.travellerId !== null
      ? {
          ...{ travellerId: held.travellerId, network: held.network },
          share: terms.largest_share ?? LARGEST_SHARE,
        }
      : undefined;
  const stockId = await stockOn(trx, held, { ...before, zone: counter.timeZone }, pickupAt, holder);
  const dueAt =
    held.state === 'requested'
      ? Math.min(held.dueAt.getTime(), lapsesAt(now, pickupAt.getTime(), terms, counter.opening))
      : noShowAt(pickupAt.getTime());
  await updatePickup(trx, held.id, { pickupAt, stockId, dueAt: new Date(dueAt), at });
  await recordEvent(trx, held.id, {
    kind: 'moved',
    actor,
    at,
    userId: userId ?? null,
    pickupWas: held.pickupAt,
  });
}

/** The stock of the day that it is moved to, which has it from now on. */
async function stockOn(
  trx: Db,
  held: HeldReservation,
  { branch, code, zone }: { branch: number | null; code: string; zone: string },
  pickupAt: Date,
  holder?: Holder,
): Promise<number> {
  const day = dayAt(pickupAt.getTime(), zone);
  if (day === dayAt(held.pickupAt.getTime(), zone)) return held.stockId;
  const key = { companyId: held.companyId, branch, code, day };
  await holdStocks(trx, key, held.stockId);
  const taken = await takeStock(trx, key, held.handedOver, holder);
  if (taken === null || (holder && !(await hasRoomFor(trx, taken, held.handedOver, holder)))) {
    throw outOfStock(code);
  }
  await giveBackStock(trx, held.stockId, held.handedOver);
  return taken;
}
