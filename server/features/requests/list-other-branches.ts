import { dayAt } from '#domain/branches/open-state.ts';
import { metresBetween } from '#domain/places/distance.ts';
import { findWrongPickup, firstElsewhere } from '#domain/reservations/deadlines.ts';
import type { OtherBranch } from '#domain/reservations/reservation.ts';
import type { ReservationTerms } from '#domain/terms/terms.ts';
import type { Db } from '../../db/open.ts';
import { dayBefore, hasNotes, REMAINING_MS, slotsAt } from '../reservations/move-hours.ts';
import { findHolder } from '../reservations/move-reservation.ts';
import { modeAt } from '../reservations/other-branch.ts';
import { hasClosureAt, type PickupBranch } from '../reservations/pickup-branch.ts';
import {
  findMoved,
  type LockedReservation,
  type MovedReservation,
} from '../reservations/reservations.queries.ts';
import { listStocksOf, type StockHolder, type StockRow } from '../reservations/stocks.queries.ts';
import { findTerms, listOpenBranches } from './bookings.queries.ts';

const MOST_OFFERED = 5;

// nearest to the closed branch first; none where it is open then, or the notes are ready there
export async function listOtherBranches(
  trx: Db,
  held: LockedReservation,
  now: number,
): Promise<OtherBranch[]> {
  const moved = await findMoved(trx, held.id);
  if (!moved.closedThen || held.state === 'ready' || held.travellerId === null) return [];
  const { companyId } = held;
  const terms = await findTerms(trx, companyId);
  if (!terms) return [];
  const branches = await listOpenBranches(trx, companyId);
  const limit = await findHolder(trx, held, moved, terms, 'traveller');
  const stocks = await listStocksOf(trx, {
    companyId,
    code: moved.code,
    from: dayBefore(now),
    accounts: limit?.accounts ?? [],
  });
  const from = branches.find(({ branch }) => branch.id === moved.branch)?.position;
  const metresTo = (to: typeof from) => (from && to ? metresBetween(from, to) : Number.POSITIVE_INFINITY);
  return branches
    .filter(({ branch }) => branch.id !== moved.branch)
    .flatMap(({ branch: pickupBranch, ...branch }) => {
      const pickupAt = findHour(pickupBranch, { held, moved, terms, limit, stocks, now });
      const { id, timeZone } = pickupBranch;
      return id === null || pickupAt === null ? [] : [{ ...branch, id, timeZone, pickupAt }];
    })
    .toSorted((a, b) => metresTo(a.position) - metresTo(b.position) || a.pickupAt - b.pickupAt)
    .slice(0, MOST_OFFERED)
    .map(({ id, name, address, postcode, city, timeZone, pickupAt }) => ({
      id,
      name,
      address,
      postcode,
      city,
      time_zone: timeZone,
      pickup_at: new Date(pickupAt).toISOString(),
    }));
}

type Wanted = {
  held: LockedReservation;
  moved: MovedReservation;
  terms: ReservationTerms;
  limit: StockHolder | undefined;
  stocks: readonly StockRow[];
  now: number;
};

// hour: the same, else the first one of that day, else the nearest one; null: none
function findHour(branch: PickupBranch, { held, moved, terms, limit, stocks, now }: Wanted): number | null {
  const mode = modeAt(branch, terms, moved);
  if (mode === null) return null;
  const delay = terms.modes[mode].delay_minutes;
  const agreed = { state: held.state, dueAt: held.dueAt.getTime(), delay };
  const first = firstElsewhere(now + REMAINING_MS, agreed, branch.opening);
  const last = held.heldUntil.getTime();
  const dayOf = (at: number) => dayAt(at, branch.timeZone);
  const canTakeAt = (at: number) => hasNotes(stocks, { branch, day: dayOf(at), held, limit });
  const same = held.pickupAt.getTime();
  const isWrong = findWrongPickup(same, {
    first,
    held: last,
    needs: { answer: 0, delay },
    opening: branch.opening,
    isInClosure: hasClosureAt(branch, same),
  });
  if (!isWrong && canTakeAt(same)) return same;
  const hours = slotsAt(branch, first, last)
    .flatMap(({ instants }) => instants)
    .filter(canTakeAt);
  const [nearest] = hours.toSorted((a, b) => Math.abs(a - same) - Math.abs(b - same));
  return hours.find((at) => dayOf(at) === dayOf(same)) ?? nearest ?? null;
}
