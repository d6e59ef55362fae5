import { dayAt } from '#domain/branches/open-state.ts';
import { metresBetween } from '#domain/places/distance.ts';
import { findWrongPickup, firstElsewhere } from '#domain/reservations/deadlines.ts';
import { reservableStep } from '#domain/reservations/reservable-step.ts';
import type { OtherBranch } from '#domain/reservations/reservation.ts';
import { LARGEST_SHARE, type ReservationTerms } from '#domain/terms/terms.ts';
import { readCents, readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { slotsAt } from '../reservations/move-reservation.ts';
import { modeAt } from '../reservations/other-branch.ts';
import { isDayClosed, type PickupPlace } from '../reservations/pickup-place.ts';
import { listAccounts } from '../reservations/request.queries.ts';
import {
  findMoved,
  type LockedReservation,
  type MovedReservation,
} from '../reservations/reservations.queries.ts';
import { findTerms, listOpenBranches, listStocksOf, type StockRow } from './bookings.queries.ts';

const MOST_OFFERED = 5;
const DAY = 86_400_000;
// offered hours can still be chosen some minutes later
const REMAINING_MS = 10 * 60_000;

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
  const stocks = await listStocksOf(trx, {
    companyId,
    code: moved.code,
    // an overseas branch may still be in the previous day
    from: dayAt(now - DAY, 'UTC'),
    accounts: await listAccounts(trx, held.travellerId),
  });
  const from = branches.find(({ counter }) => counter.id === moved.branch)?.position;
  const metresTo = (to: typeof from) => (from && to ? metresBetween(from, to) : Number.POSITIVE_INFINITY);
  return branches
    .filter(({ counter }) => counter.id !== moved.branch)
    .flatMap(({ counter, ...branch }) => {
      const pickupAt = findHour(counter, { held, moved, terms, stocks, now });
      const { id, timeZone } = counter;
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
  stocks: readonly StockRow[];
  now: number;
};

// hour: the same, else the first one of that day, else the nearest one; null: none
function findHour(counter: PickupPlace, { held, moved, terms, stocks, now }: Wanted): number | null {
  const mode = modeAt(counter, terms, moved);
  if (mode === null) return null;
  const delay = terms.modes[mode].delay_minutes;
  const agreed = { state: held.state, dueAt: held.dueAt.getTime(), delay };
  const first = firstElsewhere(now + REMAINING_MS, agreed, counter.opening);
  const last = held.heldUntil.getTime();
  const dayOf = (at: number) => dayAt(at, counter.timeZone);
  const hasNotes = (at: number) => hasStock(counter, dayOf(at), { held, moved, terms, stocks });
  const same = held.pickupAt.getTime();
  const isWrong = findWrongPickup(same, {
    first,
    held: last,
    needs: { answer: 0, delay },
    opening: counter.opening,
    isDayClosed: isDayClosed(counter, same),
  });
  if (!isWrong && hasNotes(same)) return same;
  const hours = slotsAt(counter, first, last)
    .flatMap(({ instants }) => instants)
    .filter(hasNotes);
  const [nearest] = hours.toSorted((a, b) => Math.abs(a - same) - Math.abs(b - same));
  return hours.find((at) => dayOf(at) === dayOf(same)) ?? nearest ?? null;
}

function hasStock(
  { id }: PickupPlace,
  day: string,
  { held, moved, terms, stocks }: Omit<Wanted, 'now'>,
): boolean {
  const own = stocks.filter(({ branch }) => branch === id);
  const stock = own.find((row) => row.day === day) ?? own.find((row) => row.day === null);
  if (!stock) return false;
  const share = terms.largest_share ?? LARGEST_SHARE;
  const step = reservableStep(stock, { share, side: moved.side, rate: readDecimal(moved.rate) });
  return readCents(held.handedOver) <= step;
}
