import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { dayAt } from '#domain/branches/open-state.ts';
import { formatHours } from '#domain/branches/week.ts';
import { amountOf } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { metresBetween } from '#domain/places/distance.ts';
import type { Place } from '#domain/places/place.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import {
  type Booking,
  type BookingBranch,
  type BookingQuery,
  RELIABLE_FROM,
} from '#domain/reservations/booking.ts';
import { heldUntil } from '#domain/reservations/deadlines.ts';
import { type FixedNow, findHidden } from '#domain/reservations/fixed-now.ts';
import { MOST_LINKED_DAYS } from '#domain/reservations/identity.ts';
import { notesAt } from '#domain/reservations/note-amounts.ts';
import { formatPromise } from '#domain/reservations/promise.ts';
import { reservableStep } from '#domain/reservations/reservable-step.ts';
import { MOST_OPEN } from '#domain/reservations/reservation.ts';
import { HALF_HOUR, slotsOf } from '#domain/reservations/slots.ts';
import { LARGEST_SHARE, modeOf, type ReservationTerms } from '#domain/terms/terms.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { databaseAway } from '../../http/http-error.ts';
import { createPublicLimit, refuseOneTooMany } from '../../http/limits.ts';
import { route } from '../../http/route.ts';
import { loadPlaces } from '../places/load-places.ts';
import { listOfMailbox } from '../reservations/linked.queries.ts';
import {
  COMPANY_ITSELF,
  fixingAt,
  hasClosureAt,
  type PickupBranch,
  rateOwnerOf,
  serves,
} from '../reservations/pickup-branch.ts';
import { countOpen, listAccounts } from '../reservations/request.queries.ts';
import { listStocksOf, type StockRow } from '../reservations/stocks.queries.ts';
import { findTerms, listOpenBranches, listPresentFixings } from './bookings.queries.ts';
import { cacheReliability } from './cached-reliability.ts';
import { findCompanyFor } from './find-company.ts';
import { midRateOf } from './mid-rate-of.ts';

type Parts = { db: Db; book: FollowedBook; config: Config; now: () => Date };
const DAY = 86_400_000;

/** Public terms of reservation: places, hours, stock and rates. */
export function registerBookings(app: FastifyInstance, { db, book, config, now }: Parts): void {
  const limit = createPublicLimit(config.rateLimit, now);
  const companyOf = findCompanyFor({ db, book, config });
  const reliabilityOf = cacheReliability(db, now);

  route(app, 'GET /api/public/bookings', (request, reply) => {
    refuseOneTooMany(limit, request, reply);
    return findBooking(request.query, null);
  });

  route(app, 'GET /api/traveller/bookings', async ({ query, traveller }) => {
    const accounts = await listAccounts(db, traveller.id);
    return findBooking(query, { id: traveller.id, accounts, open: await countOpen(db, accounts) });
  });

  const listLinked = (companyId: number, travellerId: number, at: Date) =>
    listOfMailbox(db, {
      companyId,
      travellerId,
      since: new Date(at.getTime() - MOST_LINKED_DAYS * DAY),
    });

  async function findBooking(query: Static<typeof BookingQuery>, person: Person | null) {
    const { company: site = '', currency, side = 'sale', branch = null, place } = query;
    const known = bookOf(book);
    if (!known.base) throw databaseAway();
    const found = await companyOf(site);
    const terms = found ? await findTerms(db, found.id) : null;
    const notes = terms && currency ? notesAt(terms, currency) : [];
    if (!found || !terms || (currency && notes.length === 0)) return { booking: null };
    const base = known.base.code;
    const at = now();
    const source = {
      companyId: found.id,
      base,
      side,
      code: currency ?? null,
      branch,
      place: place === undefined ? null : loadPlaces().byCode(place),
      terms,
      at: at.getTime(),
      accounts: person?.accounts ?? [],
    };
    const [counters, reliability] = await Promise.all([
      toBranches(db, source, sinceOf(config, at).compared),
      reliabilityOf(found.id),
    ]);
    const { name, logo } = found;
    return {
      booking: {
        company: { name, logo, site },
        base,
        terms: toPublicTerms(terms, side === 'sale' ? (currency ?? '') : base),
        promise: formatPromise(terms, base, side),
        notes: [...notes],
        mid_rate: currency ? midRateOf(known, currency) : null,
        remaining: person && Math.max(0, MOST_OPEN - person.open),
        linked: person ? await listLinked(found.id, person.id, at) : [],
        place: source.place,
        ...counters,
        reliability: reliability.reservations >= RELIABLE_FROM ? reliability : null,
      },
    };
  }
}

/**
 * Public part of the terms. The share per traveller stays private, because it would reveal a stock's size.
 */
function toPublicTerms(
  { largest_share: _, denominations = [], ...terms }: ReservationTerms,
  handedOver: string,
): ReservationTerms {
  return { ...terms, denominations: denominations.filter(({ currency }) => currency === handedOver) };
}

/** Accounts of a signed-in person, and how many reservations they have open. */
type Person = { id: number; accounts: readonly number[]; open: number };

type BookingSource = {
  companyId: number;
  base: string;
  side: FixingSide;
  code: string | null;
  branch: number | null;
  place: Place | null;
  terms: ReservationTerms;
  at: number;
  /** Empty: nobody is signed in. */
  accounts: readonly number[];
};

async function toBranches(
  db: Db,
  query: BookingSource,
  compared: number,
): Promise<Pick<Booking, 'counters' | 'elsewhere'>> {
  const { companyId, side, code, base, terms } = query;
  const [branches, fixed, stocks] = await Promise.all([
    listOpenBranches(db, companyId),
    code === null ? new Map<number | null, FixedNow>() : listPresentFixings(db, { companyId, code, side }),
    code === null
      ? []
      : listStocksOf(db, {
          companyId,
          code: side === 'sale' ? code : base,
          // an overseas branch may still be in the previous day
          from: dayAt(query.at - DAY, 'UTC'),
          accounts: query.accounts,
        }),
  ]);
  const candidates =
    branches.length > 0
      ? branches
      : [
          {
            branch: COMPANY_ITSELF,
            name: '',
            address: '',
            postcode: '',
            city: '',
            phone: '',
            access_note: '',
            hours: '',
            position: null,
          },
        ];
  const named = branches.find(({ branch }) => branch.id === query.branch);
  // an offer names its branch without a place, too
  const from = query.place ?? named?.position;
  const metresTo = ({ position }: (typeof candidates)[number]) =>
    from && position ? metresBetween(from, position) : Number.POSITIVE_INFINITY;
  if (from) candidates.sort((a, b) => metresTo(a) - metresTo(b) || 0);
  const counters = candidates.flatMap(({ branch, hours, ...details }) => {
    const mode = modeOf(branch.kind);
    if (mode === null || !terms.modes[mode].is_offered || !serves(branch, side)) return [];
    return {
      branch: branch.id,
      mode,
      time_zone: branch.timeZone,
      hours: formatHours(hours),
      ...details,
      is_rough: query.place !== null && details.position !== null && loadPlaces().isCentre(details.position),
      opens: opensOf(branch, query),
      payments: branch.takesCards && side === 'sale' ? ['cash', 'card'] : ['cash'],
      ...rateOf(branch, fixed, side, compared),
      stock: code === null ? [] : daysOf(branch, stocks, query, rateAt(branch, fixed, side, compared)),
    } satisfies BookingBranch;
  });
  const isThere = counters.some(({ branch }) => branch === query.branch);
  return {
    counters,
    elsewhere:
      named && !isThere ? { name: named.name, rate: rateOf(named.branch, fixed, side, compared).rate } : null,
  };
}

function opensOf(branch: PickupBranch, { at, terms }: BookingSource): BookingBranch['opens'] {
  const last = heldUntil(at, terms);
  if (!branch.opening) return usualOpensOf(branch, at, last);
  const spans = branch.opening.spans
    .map(([from, to]) => [Math.max(from, at), Math.min(to, last)] as const)
    .filter(([from, to]) => from < to);
  return spans.map(spanOf);
}

/** Usual hours of a branch with unknown hours and exceptional closings, else null. */
function usualOpensOf(branch: PickupBranch, first: number, last: number): BookingBranch['opens'] {
  const days = slotsOf({ opens: null, zone: branch.timeZone, first, last });
  const hours = days.flatMap(({ instants }) => instants);
  const open = hours.filter((at) => !hasClosureAt(branch, at));
  if (open.length === hours.length) return null;
  const spans: [number, number][] = [];
  for (const at of open) {
    const last = spans.at(-1);
    if (last?.[1] === at) last[1] += HALF_HOUR;
    else spans.push([at, at + HALF_HOUR]);
  }
  return spans.map(spanOf);
}

function spanOf([from, to]: readonly [number, number]) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function rateOf(...args: Parameters<typeof rateAt>): Pick<BookingBranch, 'rate' | 'updated_at'> {
  const own = rateAt(...args);
  if (!own) return { rate: null, updated_at: null };
  return { rate: decimalNumber(own.rate), updated_at: new Date(own.updatedAt).toISOString() };
}

/** Rate that may be reserved at a branch. null: none. */
function rateAt(
  branch: PickupBranch,
  fixed: ReadonlyMap<number | null, FixedNow>,
  side: FixingSide,
  compared: number,
): { rate: Decimal; updatedAt: number } | null {
  const onSheet = fixed.get(rateOwnerOf(branch));
  const own = onSheet ? fixingAt(branch, side, onSheet) : null;
  return own?.rate && !findHidden(own, compared) ? { rate: own.rate, updatedAt: own.updatedAt } : null;
}

function daysOf(
  { id, timeZone }: PickupBranch,
  stocks: readonly StockRow[],
  { at, terms, side }: BookingSource,
  fixed: ReturnType<typeof rateAt>,
): BookingBranch['stock'] {
  const own = stocks.filter(({ branch }) => branch === id);
  const ends = heldUntil(at, terms);
  const days = new Set([dayAt(ends, timeZone)]);
  for (let instant = at; instant < ends; instant += DAY) days.add(dayAt(instant, timeZone));
  const share = terms.largest_share ?? LARGEST_SHARE;
  return [...days].sort().map((day) => {
    const stock = own.find((row) => row.day === day) ?? own.find((row) => row.day === null);
    const step = stock && fixed ? reservableStep(stock, { share, side, rate: fixed.rate }) : 0;
    return { day, up_to: amountOf(step) };
  });
}
