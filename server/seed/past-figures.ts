import { sql } from 'kysely';
import { dayAt } from '#domain/branches/open-state.ts';
import { instantOf } from '#domain/branches/wall-clock.ts';
import { DASHBOARD_DAYS, DASHBOARD_ZONE } from '#domain/kpis/dashboard.ts';
import type { Db } from '../db/open.ts';
import { addComparisons, addImpressions } from '../features/kpis/kpis.queries.ts';
import { insertAll } from './insert-all.ts';
import { createRandom } from './random.ts';

const DAY = 24 * 3_600_000;
const NOON = DAY / 2;
const DAILY_COMPARISONS: Readonly<Record<string, number>> = {
  USD: 64,
  GBP: 38,
  CHF: 17,
  JPY: 21,
  CAD: 9,
  MAD: 24,
  THB: 15,
  TRY: 11,
};

export async function seedPastFigures(trx: Db, now: Date): Promise<void> {
  const draw = createRandom(90_000);
  const { rows: ranked } = await sql<{ companyId: number; code: string; rank: number }>`
    SELECT company_id AS "companyId", currency_code AS code,
      (rank() OVER (PARTITION BY currency_code ORDER BY sale DESC, company_id))::int AS rank
    FROM fixings WHERE currency_code = any(${Object.keys(DAILY_COMPARISONS)}::text[]) AND sale IS NOT NULL
    ORDER BY code, rank`.execute(trx);
  const today = Date.parse(dayAt(now.getTime(), DASHBOARD_ZONE));
  const chosen: { at: Date; email: string; company_id: number }[] = [];
  for (let ago = 2 * DASHBOARD_DAYS - 1; ago >= 0; ago -= 1) {
    // days of the calendar: clock changes make days of 25 and 23 hours
    const day = new Date(today - ago * DAY).toISOString().slice(0, 10);
    const at = ago === 0 ? now : new Date(instantOf(today - ago * DAY + NOON, DASHBOARD_ZONE));
    // fewer on weekends, and more than a month ago
    const part = ([0, 6].includes(at.getUTCDay()) ? 0.7 : 1) * (1 - ago / 300) * (ago === 0 ? 0.5 : 1);
    const counts = new Map(
      Object.entries(DAILY_COMPARISONS).map(([code, often]) => [
        code,
        Math.max(1, Math.round(often * part * (0.75 + draw() / 2))),
      ]),
    );
    const lines = ranked.map(({ companyId, code, rank }) => {
      const shown = counts.get(code) ?? 1;
      // the order of the others changes from one day to the next
      const ranks = Math.max(shown, Math.round(shown * (rank + draw() * 1.6 - 0.8)));
      return { companyId, code, shown, ranks };
    });
    await addImpressions(trx, day, lines);
    const compared = [...counts.values()].reduce((sum, count) => sum + count, 0);
    await addComparisons(trx, new Date(now.getTime() - ago * DAY).toISOString().slice(0, 10), compared);
    for (const { companyId, rank } of ranked) {
      if (draw() < 0.9 / (rank + 1)) chosen.push({ at, email: '', company_id: companyId });
    }
  }
  await insertAll(trx, 'leads', chosen);
}
