import { sql } from 'kysely';
import { EVERYWHERE } from '#domain/history/area.ts';
import type { AreaOffers } from '#domain/history/area-offers.ts';
import type { DayOffers, HistoryDay } from '#domain/history/history.ts';
import { DEMONSTRATION_SOURCE } from '#domain/rates-feed/demonstration.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';

type Row = {
  day: string;
  publishedOn: string | null;
  rate: string | null;
  bestSale: string | null;
  medianSale: string | null;
  sales: number | null;
  bestPurchase: string | null;
  medianPurchase: string | null;
  purchases: number | null;
  isDemonstration: boolean;
};

// Newest `most` days since `from` with a mid rate or offers, oldest first.
export async function selectHistory(
  db: Db,
  code: string,
  { from, most }: { from: string; most: number },
): Promise<HistoryDay[]> {
  const { rows } = await sql<Row>`
    SELECT day, published_on AS "publishedOn", rate, best_sale AS "bestSale", median_sale AS "medianSale", sales,
      best_purchase AS "bestPurchase", median_purchase AS "medianPurchase", purchases,
      coalesce(is_demonstration, source = ${DEMONSTRATION_SOURCE}) AS "isDemonstration"
    FROM (
      SELECT DISTINCT ON (day) (at AT TIME ZONE 'Europe/Paris')::date AS day, published_on, rate, source FROM mid_rates
      WHERE currency_code = ${code} AND at >= ${from}::date
      ORDER BY day DESC, at DESC LIMIT ${most}
    ) AS mids
    FULL JOIN (
      SELECT * FROM daily_offers WHERE currency_code = ${code} AND area = '' AND day >= ${from}::date
      ORDER BY day DESC LIMIT ${most}
    ) AS offers USING (day)
    ORDER BY day DESC LIMIT ${most}`.execute(db);
  return rows.reverse().map(
    ({ day, publishedOn, rate, isDemonstration, ...of }): HistoryDay => ({
      day,
      publishedOn: publishedOn ?? day,
      mid: rate === null ? null : readDecimal(rate),
      sale: offersOf(of.bestSale, of.medianSale, of.sales),
      purchase: offersOf(of.bestPurchase, of.medianPurchase, of.purchases),
      isDemonstration,
    }),
  );
}

function offersOf(best: string | null, median: string | null, count: number | null): DayOffers | null {
  if (best === null || median === null || count === null) return null;
  return { best: readDecimal(best), median: readDecimal(median), count };
}

// Averages of an area beside those of everywhere since `from`, of the days that have both.
export async function selectAreaOffers(
  db: Db,
  area: string,
  { codes, from }: { codes: readonly string[]; from: string },
): Promise<AreaOffers[]> {
  const { rows } = await sql<{ code: string; best: string; median: string; everywhere: string }>`
    SELECT there.currency_code AS code, round(avg(there.best_sale), 8) AS best,
      round(avg(there.median_sale), 8) AS median, round(avg(everywhere.best_sale), 8) AS everywhere
    FROM daily_offers AS there
    JOIN daily_offers AS everywhere ON everywhere.currency_code = there.currency_code
      AND everywhere.area = ${EVERYWHERE} AND everywhere.day = there.day
    WHERE there.currency_code = any(${codes}::text[]) AND there.area = ${area} AND there.day >= ${from}::date
      AND there.sales > 0 AND everywhere.sales > 0
    GROUP BY there.currency_code`.execute(db);
  return rows.map(({ code, best, median, everywhere }) => ({
    code,
    best: readDecimal(best),
    median: readDecimal(median),
    everywhere: readDecimal(everywhere),
  }));
}
