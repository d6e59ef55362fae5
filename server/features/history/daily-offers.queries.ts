import { sql } from 'kysely';
import type { DayOffers } from '#domain/history/history.ts';
import { decimalText } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Rates } from '../../book/rate-book.ts';
import { isPublicCompany } from '../../db/is-public-company.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';

// Days up to `to` without their offers, oldest first: those after the first taken one, `most` at most.
export async function listDueDays(db: Db, { to, most }: { to: string; most: number }): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT series.day::date AS day FROM generate_series(
      greatest(${to}::date - ${most - 1}::int, coalesce((SELECT min(day) FROM offer_days), ${to}::date)), ${to}::date, '1 day'
    ) AS series (day) WHERE NOT EXISTS (SELECT FROM offer_days WHERE offer_days.day = series.day::date)
    ORDER BY 1`.execute(db);
  return rows.map(({ day }) => day);
}

// Currencies without offers of that day.
export async function listUntakenCodes(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    SELECT code FROM currencies WHERE NOT EXISTS (
      SELECT FROM daily_offers WHERE currency_code = code AND area = '' AND day = ${day}::date)
    ORDER BY code`.execute(db);
  return rows.map(({ code }) => code);
}

export async function listPublicCompanies(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('companies')
    .where(isPublicCompany())
    .where('id', '>', after)
    .select('id')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type BranchPlace = {
  id: number;
  country: string;
  commune: string | null;
  kind: string;
  lat: number | null;
  lon: number | null;
};

export async function selectBranchPlaces(db: Db, companyIds: readonly number[]): Promise<BranchPlace[]> {
  return db
    .selectFrom('branches')
    .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
    .where('closed_at', 'is', null)
    .select(['id', 'country', 'commune', 'kind', 'lat', 'lon'])
    .execute();
}

export type RatesAt = { companyId: number; branch: number | null; rates: Rates };

// Rates of one currency as they stood at `at`, set or confirmed after `since`. A fixing changed later is read from the
// log, with its present suspensions.
export async function selectRatesAt(
  db: Db,
  { code, at, since, companyIds }: { code: string; at: Date; since: Date; companyIds: readonly number[] },
): Promise<RatesAt[]> {
  const columns = sql`company_id, branch, purchase, sale, updated_at, held_at, accepted_at,
    is_purchase_suspended, is_sale_suspended`;
  const isAsked = sql`currency_code = ${code} AND company_id = any(${companyIds}::int[])`;
  const { rows } = await sql<{
    companyId: number;
    branch: number | null;
    purchase: string | null;
    sale: string | null;
    updatedAt: Date;
  }>`
    SELECT present.company_id AS "companyId", present.branch, state.at AS "updatedAt",
      CASE WHEN NOT is_purchase_suspended THEN state.purchase END AS purchase,
      CASE WHEN NOT is_sale_suspended THEN state.sale END AS sale
    FROM (
      SELECT ${columns} FROM fixings WHERE ${isAsked}
      UNION ALL SELECT ${columns} FROM branch_fixings WHERE ${isAsked}
    ) AS present
    CROSS JOIN LATERAL (
      SELECT present.purchase, present.sale, present.updated_at AS at
      WHERE present.updated_at <= ${at} AND present.held_at IS NULL
        AND (present.accepted_at IS NULL OR present.accepted_at <= ${at})
      UNION ALL
      SELECT last.purchase, last.sale, last.at FROM (
        SELECT purchase, sale, at, is_held FROM fixing_logs
        WHERE company_id = present.company_id AND currency_code = ${code}
          AND branch IS NOT DISTINCT FROM present.branch AND fixing_logs.at <= ${at}
        ORDER BY id DESC LIMIT 1
      ) AS last WHERE present.updated_at > ${at} AND NOT last.is_held
    ) AS state
    WHERE state.at > ${since}`.execute(db);
  return rows.map(({ companyId, branch, purchase, sale, updatedAt }) => ({
    companyId,
    branch,
    rates: {
      purchase: purchase === null ? null : readDecimal(purchase),
      sale: sale === null ? null : readDecimal(sale),
      updatedAt: updatedAt.getTime(),
    },
  }));
}

export type AreaOffers = { area: string } & Readonly<Record<FixingSide, DayOffers | null>>;

// Offers that are there already stay.
export async function insertDailyOffers(
  db: Db,
  { code, day, offers }: { code: string; day: string; offers: readonly AreaOffers[] },
): Promise<void> {
  if (offers.length === 0) return;
  const rate = (of: DayOffers | null, which: 'best' | 'median') => of && decimalText(of[which]);
  await db
    .insertInto('daily_offers')
    .values(
      offers.map(({ area, sale, purchase }) => ({
        currency_code: code,
        area,
        day,
        best_sale: rate(sale, 'best'),
        median_sale: rate(sale, 'median'),
        sales: sale?.count ?? 0,
        best_purchase: rate(purchase, 'best'),
        median_purchase: rate(purchase, 'median'),
        purchases: purchase?.count ?? 0,
        is_demonstration: sql<boolean>`EXISTS (SELECT FROM companies WHERE seeded IS NOT NULL)`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// Ends a day, which tells every instance of it.
export async function insertOfferDay(db: Db, day: string): Promise<void> {
  await db
    .insertInto('offer_days')
    .values({ day })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
