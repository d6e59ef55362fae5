import { sql } from 'kysely';
import type { BranchKind } from '#domain/branches/branch.ts';
import type { CompanyFacts } from '#domain/companies/assess-company.ts';
import type { CurrencyDemand } from '#domain/companies/propose-currencies.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import type { Db } from '../../db/open.ts';

export type FactsRow = Omit<CompanyFacts, 'staff'> & { id: number };

// `fresh`: oldest fresh rate. `ids` null: every company.
export async function selectCompanyFacts(
  db: Db,
  ids: readonly number[] | null,
  { at, fresh }: { at: Date; fresh: Date },
): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow & { kinds: BranchKind[] }>`
    WITH fixed AS (
      SELECT company_id, count(*)::int AS rates, (count(*) FILTER (WHERE updated_at > ${fresh}))::int AS fresh
      FROM (
        SELECT company_id, updated_at, held_at, purchase, sale FROM fixings
        UNION ALL SELECT company_id, updated_at, held_at, purchase, sale FROM branch_fixings
      ) AS rates
      WHERE held_at IS NULL AND (purchase IS NOT NULL OR sale IS NOT NULL) AND ${among('company_id', ids)}
      GROUP BY company_id
    ), places AS (
      SELECT company_id, array_agg(DISTINCT kind) AS kinds, bool_or(hours <> '') AS has_hours
      FROM branches WHERE closed_at IS NULL AND ${among('company_id', ids)} GROUP BY company_id
    ), asked AS (
      SELECT company_id, count(*)::int AS unanswered FROM reservations
      WHERE (state = 'requested' AND ended_at IS NULL AND ${at} > requested_at + (due_at - requested_at) / 2
          OR state = 'lapsed' AND ended_at > ${at}::timestamptz - interval '7 days')
        AND ${among('company_id', ids)}
      GROUP BY company_id
    )
    SELECT companies.id, suspended_at IS NOT NULL AS "isSuspended", admitted_at IS NOT NULL AS "isAdmitted",
      charges_fees AS "chargesFees", requires_second_factor AS "requiresFactor",
      (SELECT count(*)::int FROM sheet_currencies
        WHERE sheet_currencies.company_id = companies.id AND branch IS NULL) AS "sheetCurrencies",
      coalesce(fixed.rates, 0) AS rates, coalesce(fixed.fresh, 0) AS "freshRates",
      coalesce(places.kinds, '{}') AS kinds, coalesce(places.has_hours, false) AS "hasHours",
      reservation_terms.terms -> 'modes' AS modes,
      EXISTS (SELECT FROM stocks WHERE stocks.company_id = companies.id AND ready > 0
        AND (day IS NULL OR day >= (${at}::timestamptz AT TIME ZONE ${COUNTER_ZONE}::text)::date)) AS "hasStock",
      coalesce(asked.unanswered, 0) AS unanswered
    FROM companies LEFT JOIN reservation_terms ON reservation_terms.company_id = companies.id
    LEFT JOIN fixed ON fixed.company_id = companies.id
    LEFT JOIN places ON places.company_id = companies.id
    LEFT JOIN asked ON asked.company_id = companies.id
    WHERE ${among('companies.id', ids)}`.execute(db);
  return rows;
}

// Currencies other than the base with a mid rate, and what all companies and travellers make of them.
export async function selectCurrencyDemand(db: Db): Promise<CurrencyDemand[]> {
  const { rows } = await sql<CurrencyDemand>`
    SELECT code, coalesce(seen.shown, 0)::float8 AS shown, coalesce(fixed.companies, 0)::int AS companies
    FROM currencies
    LEFT JOIN (SELECT currency_code, sum(shown) AS shown FROM shown_counts GROUP BY 1) AS seen
      ON seen.currency_code = code
    LEFT JOIN (SELECT currency_code, count(*) AS companies FROM fixings GROUP BY 1) AS fixed
      ON fixed.currency_code = code
    WHERE EXISTS (SELECT FROM mid_rates WHERE mid_rates.currency_code = code)`.execute(db);
  return rows;
}

function among(column: string, ids: readonly number[] | null) {
  return ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::int[])`;
}
