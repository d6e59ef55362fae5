import { dayAt } from '#domain/branches/open-state.ts';
import {
  findWrongMove,
  findWrongPickup,
  firstElsewhere,
  firstMove,
  lapsesAt,
  noShowAt,
} from '#domain/reservations/deadlines.ts';
import { isOpen } from '#domain/reservations/states.ts';
import { LARGEST_SHARE, modeOf, type PickupMode, type ReservationTerms } from '#domain/terms/terms.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { wrongState } from './change-state.ts';
import { modeAt, openThere, readyThere } from './other-branch.ts';
import { COMPANY_ITSELF, hasClosureAt, type PickupBranch } from './pickup-branch.ts';
import { recordEvent } from './record-event.ts';
import { outOfStock, outOfStockThere } from './refusals.ts';
import { findPickupBranch, listAccounts, lockTerms } from './request.queries.ts';
import {
  countMoves,
  findMoved,
  type LockedReservation,
  type MovedReservation,
  updatePickup,
} from './reservations.queries.ts';
import { lockStocks, returnStock, type StockHolder, type StockKey, takeStock } from './stocks.queries.ts';

export type Mover = 'traveller' | 'bureau';

// moves of one reservation by each of the two sides
const MOST_MOVES = 20;

/** `seen`: age of the reservation as last seen. `branch`: another one of the company. */
export type Move = {
  pickupAt: Date;
  seen: Date;
  actor: Mover;
  at: Date;
  userId?: number;
  branch?: number | undefined;
};

/**
 * Moves a locked reservation while its rate holds and the branch is open, with the stock of the new day.
 * Throws an HttpError: 400, or 409 after a concurrent change.
 */
export async function moveReservation(trx: Db, held: LockedReservation, move: Move): Promise<void> {
  const { pickupAt, actor, at, userId, branch } = move;
  if (!isOpen(held.state)) throw wrongState(held.state);
  const before = await findMoved(trx, held.id);
  if (before.updatedAt.getTime() !== move.seen.getTime()) {
    const sentence = 'Cette réservation a changé entre-temps. Relisez-la avant de choisir une heure.';
    throw new HttpError(409, 'reservation_changed', sentence);
  }
  if (branch !== undefined) requireMovable(held, before);
  await requireMoreMoves(trx, held, before, actor);
  const target = await findMoveTarget(trx, held.companyId, before, branch);
  if (!target) throw notThere(branch !== undefined);
  const now = at.getTime();
  const { terms, branch: pickupBranch, mode, delayMinutes } = target;
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
    first:
      branch !== undefined
        ? firstElsewhere(now, agreed, pickupBranch.opening)
        : actor === 'bureau'
          ? now
          : firstMove(now, agreed, pickupBranch.opening),
    held: held.heldUntil.getTime(),
    needs: { answer: 0, delay: delayMinutes },
    opening: pickupBranch.opening,
    isInClosure: hasClosureAt(pickupBranch, pickupAt.getTime()),
  });
  if (error) throw new HttpError(400, error.code, error.message);
  const holder = await findHolder(trx, held, before, terms, actor);
  const { code } = before;
  const key = {
    companyId: held.companyId,
    branch: pickupBranch.id,
    code,
    day: dayAt(pickupAt.getTime(), pickupBranch.timeZone),
  };
  const isSameStock =
    branch === undefined && key.day === dayAt(held.pickupAt.getTime(), pickupBranch.timeZone);
  const stockId = isSameStock ? held.stockId : await moveStock(trx, held, key, holder);
  if (stockId === null) throw branch === undefined ? outOfStock(code) : outOfStockThere(code);
  const dueAt =
    held.state === 'requested'
      ? Math.min(held.dueAt.getTime(), lapsesAt(now, pickupAt.getTime(), terms, pickupBranch.opening))
      : noShowAt(pickupAt.getTime());
  await updatePickup(trx, held.id, {
    pickupAt,
    stockId,
    dueAt: new Date(dueAt),
    at,
    another: branch === undefined ? undefined : { branch, mode },
  });
  await recordEvent(trx, held.id, {
    kind: 'moved',
    actor,
    at,
    userId: userId ?? null,
    pickupWas: held.pickupAt,
    branchWas: branch === undefined ? null : before.branch,
  });
}

// Each move is a line for good, and letters to both sides. A closure over the hour is the fault of neither.
export async function requireMoreMoves(
  trx: Db,
  { id }: LockedReservation,
  { closedThen }: MovedReservation,
  actor: Mover,
): Promise<void> {
  if (closedThen || (await countMoves(trx, id, actor)) < MOST_MOVES) return;
  const who = actor === 'traveller' ? 'Vous avez' : 'Votre bureau a';
  const sentence = `${who} changé ${MOST_MOVES} fois l’heure de cette réservation. Elle ne change plus, et peut être annulée.`;
  throw new HttpError(409, 'moved_too_often', sentence);
}

function requireMovable({ state }: LockedReservation, { closedThen }: MovedReservation): void {
  if (!closedThen) throw openThere();
  if (state === 'ready') throw readyThere();
}

export function notThere(isAnother: boolean): HttpError {
  const sentence = isAnother
    ? 'Cette agence ne peut pas recevoir votre réservation. Choisissez-en une autre.'
    : 'Cette agence ne prend plus de réservation. L’heure ne peut plus changer.';
  return new HttpError(409, 'not_there', sentence);
}

type MoveTarget = {
  terms: ReservationTerms;
  branch: PickupBranch;
  mode: PickupMode;
  delayMinutes: number;
};

// the present branch, or another one that can serve the reservation; null: it takes none
export async function findMoveTarget(
  trx: Db,
  companyId: number,
  moved: MovedReservation,
  another?: number,
): Promise<MoveTarget | null> {
  const terms = await lockTerms(trx, companyId);
  const { branch } = moved;
  // older than the company's branches, so collected at the company
  const pickupBranch =
    another === undefined && branch === null
      ? COMPANY_ITSELF
      : another === branch
        ? null
        : await findPickupBranch(trx, companyId, another ?? branch);
  if (!terms || !pickupBranch) return null;
  const mode = another === undefined ? modeOf(pickupBranch.kind) : modeAt(pickupBranch, terms, moved);
  return mode && { terms, branch: pickupBranch, mode, delayMinutes: terms.modes[mode].delay_minutes };
}

// a company that moves it vouches for its notes
export async function findHolder(
  trx: Db,
  { travellerId }: LockedReservation,
  { side, rate }: MovedReservation,
  terms: ReservationTerms,
  actor: Mover,
): Promise<StockHolder | undefined> {
  if (actor === 'bureau' || travellerId === null) return undefined;
  const accounts = await listAccounts(trx, travellerId);
  return { accounts, share: terms.largest_share ?? LARGEST_SHARE, side, rate: readDecimal(rate) };
}

async function moveStock(
  trx: Db,
  held: LockedReservation,
  key: StockKey,
  holder?: StockHolder,
): Promise<number | null> {
  await lockStocks(trx, key, held.stockId);
  const taken = await takeStock(trx, key, held.handedOver, holder);
  if (taken !== null) await returnStock(trx, held.stockId, held.handedOver);
  return taken;
}
