import type { FastifyInstance } from 'fastify';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import { DASHBOARD_DAYS, DASHBOARD_ZONE, type Dashboard, totalOf } from '#domain/kpis/dashboard.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { takesReservations } from '../../db/takes-reservations.ts';
import { listedFor } from '../../http/listed-for.ts';
import { route } from '../../http/route.ts';
import { holds } from '../../http/session.ts';
import { countCompanies } from '../companies/assess-companies.ts';
import { countInvitations, findToday, listCurrencies, listDays } from './dashboard.queries.ts';

type Parts = { db: Db; config: Config; flushCounts: () => Promise<void>; now: () => Date };

/** Days ahead with warnings of short stocks. */
const DAYS_AHEAD = 7;
const NOTHING: Dashboard = {
  takes_reservations: false,
  today: {
    to_accept: 0,
    to_prepare: 0,
    to_hand_over: 0,
    to_move: 0,
    due: 0,
    first: { to_accept: null, to_prepare: null, to_hand_over: null },
    stale_rates: 0,
    held_rates: 0,
    stopped_rules: 0,
    short: [],
  },
  days: [],
  before: totalOf([]),
  currencies: [],
  invitations: null,
  companies: null,
};

export function registerDashboard(app: FastifyInstance, { db, config, flushCounts, now }: Parts): void {
  route(app, 'GET /api/dashboard', async ({ session }): Promise<Dashboard> => {
    const companyId = listedFor(session, 'dashbord');
    if (companyId === 0 || (companyId !== null && !(await takesReservations(db, companyId)))) return NOTHING;
    // includes counts that this instance has not written yet
    await flushCounts();
    const at = now();
    const today = dayAt(at.getTime(), DASHBOARD_ZONE);
    const since = dayAfter(today, 1 - DASHBOARD_DAYS);
    const filter = {
      companyId,
      at,
      fresh: new Date(sinceOf(config, at).fresh),
      before: dayAfter(since, -DASHBOARD_DAYS),
      since,
      until: today,
      ahead: { first: today, last: dayAfter(today, DAYS_AHEAD) },
    };
    const [waiting, counted, currencies, invitations, companies] = await Promise.all([
      findToday(db, filter),
      listDays(db, filter),
      listCurrencies(db, filter),
      companyId === null ? countInvitations(db) : null,
      companyId === null && holds(session, 'sittings.list.all') ? countCompanies(db, { config, at }) : null,
    ]);
    const [before, days] = [counted.slice(0, -DASHBOARD_DAYS), counted.slice(-DASHBOARD_DAYS)];
    return {
      takes_reservations: true,
      today: waiting,
      days,
      before: totalOf(before),
      currencies,
      invitations,
      companies,
    };
  });
}
