import { dayAt } from '#domain/branches/open-state.ts';
import {
  findWrongMove,
  findWrongPickup,
  firstMove,
  lapsesAt,
  noShowAt,
} from '#domain/reservations/deadlines.ts';
import { type SlotDay, slotsOf } from '#domain/reservations/slots.ts';
import { isOpen } from '#domain/reservations/states.ts';
import { LARGEST_SHARE, modeOf } from '#domain/terms/terms.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { wrongState } from './change-state.ts';
import { COMPANY_ITSELF, isDayClosed } from './pickup-place.ts';
import { recordEvent } from './record-event.ts';
import { outOfStock } from './refusals.ts';
import { findPickupPlace, listAccounts, lockTerms } from './request.queries.ts';
import { findMoved, type LockedReservation, updatePickup } from './reservations.queries.ts';
import { lockStocks, returnStock, type StockHolder, takeStock } from './stocks.queries.ts';

/** `seen`: age of the reservation as last seen. */
export type Move = { pickupAt: Date; seen: Date; actor: 'traveller' | 'bureau'; at: Date; userId?: number };

/**
 * Moves a locked reservation while its rate holds and the branch is open, with the stock of the new day.
 * Throws an HttpError: 400, or 409 after a concurrent change.
 */
export async function moveReservation(trx: Db, held: LockedReservation, move: Move): Promise<void> {
  const { pickupAt, actor, at, userId } = move;
  if (!isOpen(held.state)) throw wrongState(held.state);
  const before = await findMoved(trx, held.id);
  if (before.updatedAt.getTime() !== move.seen.getTime()) {
    const sentence = 'Cette réservation a changé entre-temps : relisez-la avant de choisir une heure.';
    throw new HttpError(409, 'reservation_changed', sentence);
  }
  const place = await findMovePlace(trx, held.companyId, before.branch);
  if (!place) {
    throw new HttpError(
      409,
      'not_there',
      'Cette agence ne prend plus de réservation : son heure ne change plus.',
    );
  }
  const now = at.getTime();
  const { terms, counter, delayMinutes } = place;
  // a company must not move its traveller to the next minute and report a no-show
  const sudden =
    actor === 'bureau' &&
    findWrongMove(pickupAt.getTime(), { now, pickupWas: held.pickupAt.getTime(), delayMinutes });
  if (sudden) throw new HttpError(409, sudden.code, sudden.message);
  const agreed = {
    state: held.state,
    pickupAt: held.pickupAt.getTime(),
    dueAt: held.dueAt.getTime(),
    delay: delayMinutes,
  };
  const error = findWrongPickup(pickupAt.getTime(), {
    // the company knows its own preparation time
    first: actor === 'bureau' ? now : firstMove(now, agreed, counter.opening),
    held: held.heldUntil.getTime(),
    needs: { answer: 0, delay: delayMinutes },
    opening: counter.opening,
    isDayClosed: isDayClosed(counter, pickupAt.getTime()),
  });
  if (error) throw new HttpError(400, error.code, error.message);
  // a company that moves it vouches for its notes
  const holder =
    actor === 'traveller' && held.travellerId !== null
      ? {
          accounts: await listAccounts(trx, held.travellerId),
          share: terms.largest_share ?? LARGEST_SHARE,
          side: before.side,
          rate: readDecimal(before.rate),
        }
      : undefined;
  const stockId = await moveStock(trx, held, { ...before, zone: counter.timeZone }, pickupAt, holder);
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

async function findMovePlace(trx: Db, companyId: number, branch: number | null) {
  const terms = await lockTerms(trx, companyId);
  // older than the company's branches, so collected at the company
  const counter = branch === null ? COMPANY_ITSELF : await findPickupPlace(trx, companyId, branch);
  const mode = counter && modeOf(counter.kind);
  return terms && counter && mode && { terms, counter, delayMinutes: terms.modes[mode].delay_minutes };
}

/** Hours that the company may choose for a locked reservation. */
export async function listMoveHours(trx: Db, held: LockedReservation, now: number): Promise<SlotDay[]> {
  if (!isOpen(held.state)) return [];
  const { branch } = await findMoved(trx, held.id);
  const place = await findMovePlace(trx, held.companyId, branch);
  if (!place) return [];
  const { counter, delayMinutes } = place;
  const opens = counter.opening?.spans.map(([from, to]) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  }));
  const pickupWas = held.pickupAt.getTime();
  const isRight = (at: number) =>
    !isDayClosed(counter, at) && !findWrongMove(at, { now, pickupWas, delayMinutes });
  return slotsOf({ opens: opens ?? null, zone: counter.timeZone, first: now, last: held.heldUntil.getTime() })
    .map(({ day, instants }) => ({ day, instants: instants.filter(isRight) }))
    .filter(({ instants }) => instants.length > 0);
}

async function moveStock(
  trx: Db,
  held: LockedReservation,
  { branch, code, zone }: { branch: number | null; code: string; zone: string },
  pickupAt: Date,
  holder?: StockHolder,
): Promise<number> {
  const day = dayAt(pickupAt.getTime(), zone);
  if (day === dayAt(held.pickupAt.getTime(), zone)) return held.stockId;
  const key = { companyId: held.companyId, branch, code, day };
  await lockStocks(trx, key, held.stockId);
  const taken = await takeStock(trx, key, held.handedOver, holder);
  if (taken === null) throw outOfStock(code);
  await returnStock(trx, held.stockId, held.handedOver);
  return taken;
}
