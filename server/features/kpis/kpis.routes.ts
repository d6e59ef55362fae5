import type { FastifyInstance } from 'fastify';
import { KPI_DAYS } from '#domain/kpis/kpis.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import type { ComparisonCounter } from './comparison-counter.ts';
import { countBetween } from './kpis.queries.ts';

const DAY = 24 * 60 * 60_000;

export function registerKpis(
  app: FastifyInstance,
  { db, counter, now }: { db: Db; counter: ComparisonCounter; now: () => Date },
): void {
  app.addHook('onClose', () => counter.flush());

  route(app, 'GET /api/kpis', async () => {
    // includes counts that this instance has not written yet
    await counter.flush();
    const today = Math.floor(now().getTime() / DAY) * DAY;
    const since = new Date(today - (KPI_DAYS - 1) * DAY);
    const [present, { leads, ...before }] = await Promise.all([
      countBetween(db, since, null),
      countBetween(db, new Date(since.getTime() - KPI_DAYS * DAY), since),
    ]);
    const formerLeads = leads.reduce((sum, { count }) => sum + count, 0);
    return { since: since.toISOString(), ...present, before: { ...before, leads: formerLeads } };
  });
}
