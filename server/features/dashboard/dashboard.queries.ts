import { sql } from 'kysely';
import { DASHBOARD_ZONE, type Dashboard } from '#domain/kpis/dashboard.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import type { ReservationState } from '#domain/reservations/states.ts';
import { isClosedAtPickup } from '../../db/closed-at-pickup.ts';
import type { Db } from '../../db/open.ts';

/**
 * `companyId` null: every company. `fresh`: oldest fresh rate; `before`, `since`, `until`, `ahead`: days of
 * one calendar (DASHBOARD_ZONE) as text, independent of the zones of process and session.
 */
export type DashboardFilter = {
  companyId: number | null;
  at: Date;
  fresh: Date;
  before: string;
  since: string;
  until: string;
  ahead: { first: string; last: string };
};

/** Promised share above which a stock is listed. */
const NEARLY_ALL = 0.8;
const MOST_SHORT = 20;

export async function findToday(
  db: Db,
  { companyId, at, fresh, ahead }: DashboardFilter,
): Promise<Dashboard['today']> {
  const fixed = sql`
    SELECT held_at, updated_at FROM fixings WHERE ${ofCompany('fixings', companyId)}
    UNION ALL SELECT held_at, updated_at FROM branch_fixings WHERE ${ofCompany('branch_fixings', companyId)}`;
  // a rule paused until an hour resumes by itself
  const stopped = sql`
    SELECT count(*)::int FROM margin_stops
    WHERE NOT is_over AND until IS NULL AND ${ofCompany('margin_stops', companyId)}`;
  const [counted, short] = await Promise.all([
    sql<Omit<Dashboard['today'], 'short'>>`
      SELECT count(*) FILTER (WHERE state = 'requested')::int AS to_accept,
        count(*) FILTER (WHERE state = 'accepted')::int AS to_prepare,
        count(*) FILTER (WHERE state = 'ready')::int AS to_hand_over,
        count(*) FILTER (WHERE ${isClosedAtPickup()})::int AS to_move,
        count(*) FILTER (WHERE (pickup_at AT TIME ZONE coalesce(time_zone, ${COUNTER_ZONE}::text))::date
          = (${at}::timestamptz AT TIME ZONE coalesce(time_zone, ${COUNTER_ZONE}::text))::date)::int AS due,
        (SELECT count(*)::int FROM (${fixed}) AS rates WHERE held_at IS NULL AND updated_at <= ${fresh}) AS stale_rates,
        (SELECT count(*)::int FROM (${fixed}) AS rates WHERE held_at IS NOT NULL) AS held_rates,
        (${stopped}) AS stopped_rules,
        json_build_object('to_accept', ${selectEarliest('due_at', 'requested')}, 'to_prepare', ${selectEarliest('pickup_at', 'accepted')},
          'to_hand_over', ${selectEarliest('pickup_at', 'ready')}) AS first
      FROM reservations LEFT JOIN branches ON branches.id = reservations.branch
      WHERE ended_at IS NULL AND ${ofCompany('reservations', companyId)}`.execute(db),
    sql<Dashboard['today']['short'][number]>`
      SELECT companies.name AS company, coalesce(branches.name, '') AS branch, branch AS branch_id,
        currency_code AS currency, day::text, ready::float8, promised::float8
      FROM stocks JOIN companies ON companies.id = stocks.company_id LEFT JOIN branches ON branches.id = stocks.branch
      WHERE day BETWEEN ${ahead.first}::date AND ${ahead.last}::date AND promised > 0
        AND promised >= ready * ${NEARLY_ALL}::numeric AND ${ofCompany('stocks', companyId)}
      ORDER BY day, currency_code, stocks.id LIMIT ${MOST_SHORT}`.execute(db),
  ]);
  const today = counted.rows[0];
  if (!today) throw new Error('an aggregate has a row');
  return { ...today, short: short.rows };
}

function selectEarliest(column: 'due_at' | 'pickup_at', state: ReservationState) {
  const hour = sql.ref(`reservations.${column}`);
  return sql`(array_agg(
    json_build_object('at', to_char(${hour} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'time_zone', coalesce(time_zone, ${COUNTER_ZONE}::text))
    ORDER BY ${hour}) FILTER (WHERE state = ${state}))[1]`;
}

export async function listDays(
  db: Db,
  { companyId, before: since, until }: DashboardFilter,
): Promise<Dashboard['days']> {
  const { rows } = await sql<Dashboard['days'][number]>`
    SELECT day::date::text AS day, coalesce(shown, 0)::float8 AS shown, rank::float8,
      coalesce(chosen, 0)::int AS chosen, coalesce(requested, 0)::int AS requested,
      coalesce(collected, 0)::int AS collected
    FROM generate_series(${since}::timestamp, ${until}::timestamp, interval '1 day') AS day
    LEFT JOIN (
      SELECT day AS of, sum(shown) AS shown, round(sum(ranks)::numeric / sum(shown), 2) AS rank
      FROM shown_counts WHERE day >= ${since}::date AND ${ofCompany('shown_counts', companyId)} GROUP BY day
    ) AS seen ON seen.of = day
    LEFT JOIN (
      SELECT (at AT TIME ZONE ${DASHBOARD_ZONE}::text)::date AS of, count(*) AS chosen FROM leads
      WHERE at >= ${startOf(since)} AND ${ofCompany('leads', companyId)} GROUP BY 1
    ) AS led ON led.of = day
    LEFT JOIN (
      SELECT (requested_at AT TIME ZONE ${DASHBOARD_ZONE}::text)::date AS of, count(*) AS requested FROM reservations
      WHERE requested_at >= ${startOf(since)} AND ${ofCompany('reservations', companyId)} GROUP BY 1
    ) AS asked ON asked.of = day
    LEFT JOIN (
      SELECT (ended_at AT TIME ZONE ${DASHBOARD_ZONE}::text)::date AS of, count(*) AS collected FROM reservations
      WHERE state = 'collected' AND ended_at >= ${startOf(since)} AND ${ofCompany('reservations', companyId)} GROUP BY 1
    ) AS handed ON handed.of = day
    ORDER BY 1`.execute(db);
  return rows;
}

export async function listCurrencies(
  db: Db,
  { companyId, since }: DashboardFilter,
): Promise<Dashboard['currencies']> {
  const { rows } = await sql<Dashboard['currencies'][number]>`
    SELECT code, coalesce(shown, 0)::float8 AS shown, rank::float8, coalesce(requested, 0)::int AS requested,
      coalesce(collected, 0)::int AS collected
    FROM (
      SELECT currency_code AS code, sum(shown) AS shown, round(sum(ranks)::numeric / sum(shown), 2) AS rank
      FROM shown_counts WHERE day >= ${since}::date AND ${ofCompany('shown_counts', companyId)} GROUP BY 1
    ) AS seen FULL JOIN (
      SELECT currency_code AS code, count(*) FILTER (WHERE requested_at >= ${startOf(since)}) AS requested,
        count(*) FILTER (WHERE state = 'collected' AND ended_at >= ${startOf(since)}) AS collected
      FROM reservations WHERE (requested_at >= ${startOf(since)} OR ended_at >= ${startOf(since)})
        AND ${ofCompany('reservations', companyId)} GROUP BY 1
    ) AS reserved USING (code)
    ORDER BY 2 DESC, 4 DESC, 1`.execute(db);
  return rows;
}

export async function countInvitations(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where('status', '=', 'awaiting_password')
    .where('erased_at', 'is', null)
    .where('suspended_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function startOf(day: string) {
  return sql`(${day}::timestamp AT TIME ZONE ${DASHBOARD_ZONE}::text)`;
}

function ofCompany(table: string, companyId: number | null) {
  return companyId === null ? sql`true` : sql`${sql.ref(`${table}.company_id`)} = ${companyId}::int`;
}
