import type { FastifyInstance } from 'fastify';
import { dayAt } from '#domain/branches/open-state.ts';
import { sinceOf } from '#domain/fixings/freshness.ts';
import { DASHBOARD_DAYS, type Dashboard } from '#domain/kpis/dashboard.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { holds, type Session } from '../../http/session.ts';
import {
  countInvitations,
  findToday,
  listCurrencies,
  listDays,
  takesReservations,
} from './dashboard.queries.ts';

type Parts = { db: Db; config: Config; flushCounts: () => Promise<void>; now: () => Date };

const DAY = 24 * 60 * 60_000;
/** Of so many days to come it is told where stocks run short. */
const DAYS_AHEAD = 7;
const NOTHING: Dashboard = {
  takes_reservations: false,
  today: { to_accept: 0, to_prepare: 0, to_hand_over: 0, due: 0, stale_rates: 0, held_rates: 0, short: [] },
  days: [],
  currencies: [],
  invitations: null,
};

/** What waits for a bureau today, and how it did lately. */
export function registerDashboard(app: FastifyInstance, { db, config, flushCounts, now }: Parts): void {
  route(app, 'GET /api/dashboard', async ({ session }): Promise<Dashboard> => {
    const companyId = shownTo(session);
    if (companyId === 0 || (companyId !== null && !(await takesReservations(db, companyId)))) return NOTHING;
    // the caller's own view includes what this instance has not written down yet
    await flushCounts();
    const at = now();
    const dayIn = (days: number, zone: string) => dayAt(at.getTime() + days * DAY, zone);
    const asked = {
      ...{ companyId, at, fresh: new Date(sinceOf(config, at).fresh) },
      ...{ since: dayIn(1 - DASHBOARD_DAYS, 'UTC'), until: dayIn(0, 'UTC') },
      ahead: { first: dayIn(0, 'Europe/Paris'), last: dayIn(DAYS_AHEAD, 'Europe/Paris') },
    };
    const [today, days, currencies, invitations] = await Promise.all([
      findToday(db, asked),
      listDays(db, asked),
      listCurrencies(db, asked),
      companyId === null ? countInvitations(db) : null,
    ]);
    return { takes_reservations: true, today, days, currencies, invitations };
  });
}

/** Whose: `me` counts with a company alone, and before `all` (spec 6); null: all bureaux, 0: none. */
function shownTo(session: Session): number | null {
  if (session.company && holds(session, 'dashbord.list.me')) return session.company.id;
  return holds(session, 'dashbord.list.all') ? null : 0;
}
