import { dayAt } from '#domain/branches/open-state.ts';
import { findWrongMove, firstMove } from '#domain/reservations/deadlines.ts';
import { canTake } from '#domain/reservations/reservable-step.ts';
import type { PickupDays } from '#domain/reservations/reservation.ts';
import { type SlotDay, slotsOf } from '#domain/reservations/slots.ts';
import { isOpen } from '#domain/reservations/states.ts';
import { readCents } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { findHolder, findMoveTarget, type Mover, notThere, requireMoreMoves } from './move-reservation.ts';
import { hasClosureAt, type PickupBranch } from './pickup-branch.ts';
import { findMoved, type LockedReservation } from './reservations.queries.ts';
import { listStocksOf, type StockHolder, type StockRow } from './stocks.queries.ts';

const DAY = 86_400_000;
// offered hours can still be chosen some minutes later
export const REMAINING_MS = 10 * 60_000;

// hours to which a locked reservation can move; those of its present day need no other notes
export async function listMoveHours(
  trx: Db,
  held: LockedReservation,
  actor: Mover,
  now: number,
): Promise<PickupDays> {
  if (!isOpen(held.state)) return { days: [], lacks_notes: false };
  const moved = await findMoved(trx, held.id);
  await requireMoreMoves(trx, held, moved, actor);
  const target = await findMoveTarget(trx, held.companyId, moved);
  if (!target) throw notThere(false);
  const { branch, terms, delayMinutes } = target;
  const pickupWas = held.pickupAt.getTime();
  const agreed = { state: held.state, pickupAt: pickupWas, dueAt: held.dueAt.getTime(), delay: delayMinutes };
  const first = actor === 'bureau' ? now : firstMove(now + REMAINING_MS, agreed, branch.opening);
  const open = slotsAt(branch, first, held.heldUntil.getTime())
    .map(({ day, instants }) => ({
      day,
      instants: instants.filter(
        (at) => actor === 'traveller' || !findWrongMove(at, { now, pickupWas, delayMinutes }),
      ),
    }))
    .filter(({ instants }) => instants.length > 0);
  const limit = await findHolder(trx, held, moved, terms, actor);
  const stocks = await listStocksOf(trx, {
    companyId: held.companyId,
    code: moved.code,
    from: dayBefore(now),
    accounts: limit?.accounts ?? [],
  });
  const present = dayAt(pickupWas, branch.timeZone);
  const days = open.filter(({ day }) => day === present || hasNotes(stocks, { branch, day, held, limit }));
  return {
    days: days.map(({ day, instants }) => ({ day, instants: instants.map(toWire) })),
    lacks_notes: days.length < open.length,
  };
}

// an overseas branch may still be in the previous day
export function dayBefore(now: number): string {
  return dayAt(now - DAY, 'UTC');
}

export function slotsAt(branch: PickupBranch, first: number, last: number): SlotDay[] {
  const { opening, timeZone: zone } = branch;
  const opens = opening?.spans.map(([from, to]) => ({ from: toWire(from), to: toWire(to) })) ?? null;
  return slotsOf({ opens, zone, first, last })
    .map(({ day, instants }) => ({ day, instants: instants.filter((at) => !hasClosureAt(branch, at)) }))
    .filter(({ instants }) => instants.length > 0);
}

const toWire = (at: number) => new Date(at).toISOString();

type NotesRequest = {
  branch: Pick<PickupBranch, 'id'>;
  day: string;
  held: Pick<LockedReservation, 'handedOver'>;
  limit: Omit<StockHolder, 'accounts'> | undefined;
};

export function hasNotes(
  stocks: readonly StockRow[],
  { branch: pickupBranch, day, held, limit }: NotesRequest,
): boolean {
  const own = stocks.filter(({ branch }) => branch === pickupBranch.id);
  const stock = own.find((row) => row.day === day) ?? own.find((row) => row.day === null);
  return stock !== undefined && canTake(stock, readCents(held.handedOver), limit);
}
