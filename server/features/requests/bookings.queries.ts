import { sql } from 'kysely';
import type { BranchKind } from '#domain/branches/branch.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import {
  type BookingCounts,
  type BookingWay,
  bookingWays,
  countBookings,
  type Reliability,
} from '#domain/reservations/booking.ts';
import type { FixedNow } from '#domain/reservations/fixed-now.ts';
import { isPublicCompany } from '../../db/is-public-company.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { selectOpenBranches, selectTerms, toPickupBranch } from '../reservations/request.queries.ts';

export async function findTerms(db: Db, companyId: number) {
  return (await selectTerms(db, companyId).executeTakeFirst())?.terms ?? null;
}

export type VisibleCompany = { id: number; name: string; logo: string };

export async function findVisibleCompany(db: Db, site: string): Promise<VisibleCompany | null> {
  const row = await db
    .selectFrom('companies')
    .where('site', '=', site)
    .where(isPublicCompany())
    .select(['id', 'name', 'logo'])
    .executeTakeFirst();
  return row ?? null;
}

export async function listOpenBranches(db: Db, companyId: number) {
  const rows = await selectOpenBranches(db, companyId)
    .select(['branches.name', 'branches.address', 'branches.postcode', 'branches.city', 'branches.phone'])
    .select(['branches.access_note', 'branches.hours', 'branches.lat', 'branches.lon'])
    .orderBy('branches.name')
    .execute();
  return rows.map(({ name, address, postcode, city, phone, access_note, hours, lat, lon, ...row }) => ({
    name,
    address,
    postcode,
    city,
    phone,
    access_note,
    hours,
    position: lat === null || lon === null ? null : { lat, lon },
    branch: toPickupBranch(row),
  }));
}

export async function listPresentFixings(
  db: Db,
  { companyId, code, side }: { companyId: number; code: string; side: FixingSide },
): Promise<ReadonlyMap<number | null, FixedNow>> {
  const of = (table: 'fixings' | 'branch_fixings') =>
    db
      // both tables have these columns; a company's fixings have a null branch
      .selectFrom(table as 'branch_fixings')
      .where('company_id', '=', companyId)
      .where('currency_code', '=', code)
      .select([
        sql<number | null>`branch`.as('branch'),
        side === 'sale' ? 'sale as rate' : 'purchase as rate',
        'updated_at as updatedAt',
      ])
      .select(side === 'sale' ? 'is_sale_suspended as isSuspended' : 'is_purchase_suspended as isSuspended')
      .select(sql<boolean>`held_at IS NOT NULL`.as('isHeld'));
  const rows = await of('fixings').unionAll(of('branch_fixings')).execute();
  return new Map(
    rows.map(({ branch, rate, updatedAt, isHeld, isSuspended }) => [
      branch,
      {
        rate: rate === null ? null : readDecimal(rate),
        updatedAt: updatedAt.getTime(),
        isHeld,
        isSuspended,
      },
    ]),
  );
}

/** Bound of a public query, so that its cost does not grow with the company. */
const LATEST = 1_000;

/**
 * Reliability over the latest answered or lapsed reservations since a day, measured at the hour last chosen
 * by the traveller or an earlier one set by the company. An accepted reservation that never became ready
 * counts as late, and as not handed over unless only the traveller's absence explains it.
 */
export async function findReliability(db: Db, companyId: number, since: Date): Promise<Reliability> {
  const { rows } = await sql<Reliability>`
    WITH latest AS (
      SELECT id, state, pickup_at, ended_at FROM reservations WHERE company_id = ${companyId}
      ORDER BY id DESC LIMIT ${LATEST}
    ), ended AS (
      SELECT state, ended_at, accepted, ready_at, withdrawn, ready_at IS NULL AND state = 'no_show' AS forgotten,
        least(pickup_at, (
          SELECT pickup_was FROM reservation_events
          WHERE reservation_id = latest.id AND kind = 'moved' AND actor = 'bureau' AND id > chosen
          ORDER BY id LIMIT 1
        )) AS hour
      FROM latest CROSS JOIN LATERAL (
        SELECT coalesce(bool_or(kind = 'accepted'), false) AS accepted,
          min(at) FILTER (WHERE kind = 'ready') AS ready_at,
          coalesce(bool_or(kind = 'cancelled' AND actor = 'bureau'), false) AS withdrawn,
          coalesce(max(id) FILTER (WHERE kind = 'moved' AND actor = 'traveller'), 0) AS chosen
        FROM reservation_events WHERE reservation_id = latest.id
      ) AS events WHERE ended_at > ${since}
    )
    SELECT (count(*) FILTER (WHERE accepted OR state IN ('declined', 'lapsed')))::int AS reservations,
      coalesce((count(*) FILTER (WHERE accepted))::float8
        / nullif(count(*) FILTER (WHERE accepted OR state IN ('declined', 'lapsed')), 0), 0) AS accepted,
      (count(*) FILTER (WHERE ready_at <= hour))::float8
        / nullif(count(*) FILTER (WHERE accepted AND (ready_at IS NOT NULL OR withdrawn OR ended_at > hour)), 0)
        AS on_time,
      (count(*) FILTER (WHERE state = 'collected'))::float8
        / nullif(count(*) FILTER (WHERE state = 'collected' OR withdrawn OR forgotten), 0) AS honoured
    FROM ended`.execute(db);
  return rows[0] as Reliability;
}

/** Ways of collection of each company that takes reservations. `companyIds` null: of every one. */
export async function listBookingWays(
  db: Db,
  companyIds: readonly number[] | null,
): Promise<ReadonlyMap<number, readonly BookingWay[]>> {
  const rows = await db
    .selectFrom('reservation_terms')
    .innerJoin('companies', 'companies.id', 'company_id')
    .where('admitted_at', 'is not', null)
    .where(isPublicCompany())
    .$if(companyIds !== null, (qb) => qb.where(sql<boolean>`company_id = any(${companyIds}::int[])`))
    .select(['company_id', 'terms'])
    .select(
      // branches with an empty stock are left out; a company without branches counts as one
      sql<{ kind: BranchKind | null; takesCards: boolean }[] | null>`(
        SELECT json_agg(json_build_object('kind', kind, 'takesCards', coalesce(takes_cards, false)))
        FROM (SELECT DISTINCT branch FROM stocks
          WHERE stocks.company_id = reservation_terms.company_id AND ready > 0
            AND (day IS NULL OR day >= now()::date - 1)
        ) AS stocked LEFT JOIN branches ON branches.id = branch
        WHERE closed_at IS NULL AND (branch IS NOT NULL OR NOT EXISTS (
          SELECT FROM branches AS open
          WHERE open.company_id = reservation_terms.company_id AND open.closed_at IS NULL
        ))
      )`.as('counters'),
    )
    .execute();
  return new Map(
    rows.map(({ company_id, terms, counters }) => [company_id, bookingWays(terms, counters ?? [])]),
  );
}

export async function countCompanies(db: Db): Promise<BookingCounts> {
  return countBookings((await listBookingWays(db, null)).values());
}
