import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { branchRate } from '#domain/branches/branch-rate.ts';
import { isFrequent } from '#domain/currencies/search.ts';
import { EVERYWHERE } from '#domain/history/area.ts';
import { summariseOffers } from '#domain/history/day-offers.ts';
import { excludeWrong, type PublishedValue } from '#domain/history/wrong-rates.ts';
import { type Decimal, decimalOf, decimalText, parseDecimal } from '#domain/money/decimal.ts';
import { parisDay } from '#domain/pages/format-fixed.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { tryLockTransaction } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { wrongRatesOf } from '../features/history/load-wrong-rates.ts';
import { areasOf } from './branches.ts';
import { fictionalCompanies } from './companies.ts';
import { hasTurn } from './history.ts';
import { listServed, quoteAmounts } from './margins.ts';
import {
  listCodes,
  type RateDay,
  readMidRates,
  readPastRates,
  seedMidRates,
  selectDemoDays,
  shiftAlike,
} from './mid-rates.ts';
import { createRandom } from './random.ts';

const DAY = 24 * 60 * 60_000;
const OFFER_DAYS = 366;
// Days of the offers by area, of the currencies that pages of places show.
const AREA_DAYS = 60;
const SEED = 76_000;

type Line = {
  code: string;
  area: string;
  day: string;
  sale: ReturnType<typeof summariseOffers>;
  purchase: ReturnType<typeof summariseOffers>;
};

// Adds the days before those of the seeding to a demonstration without them: their mid rates, and a year of offers until
// yesterday that the margins of the fictional companies make. Not a part of the seeding, which a start waits for.
export async function seedPast(db: Db, now: Date): Promise<void> {
  const recent = await readMidRates();
  const [oldest] = recent;
  const { first } = await selectDemoDays(db, oldest);
  if (!oldest || !first || (await hasPast(db, oldest))) return;
  const shift = (days: readonly RateDay[]) => shiftAlike(days, { ...oldest, at: first });
  const past = shift(await readPastRates());
  const offers = await makeOffers([...past, ...shift(recent)], now);
  await db.transaction().execute(async (trx) => {
    // another instance is doing this
    if (!(await tryLockTransaction(trx, 'seed')) || (await hasPast(trx, oldest))) return;
    await seedMidRates(trx, past);
    await insertOffers(trx, offers);
    const [from, to] = [now.getTime() - OFFER_DAYS * DAY, now.getTime() - DAY].map(parisDay);
    // no day of them is due
    await sql`
      INSERT INTO offer_days (day) SELECT generate_series(${from}::date, ${to}::date, '1 day')::date
      ON CONFLICT DO NOTHING`.execute(trx);
  });
}

async function hasPast(db: Db, { publishedOn }: RateDay): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM mid_rates WHERE currency_code = 'USD' AND published_on < ${publishedOn}::date LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

async function makeOffers(days: readonly RateDay[], now: Date): Promise<Line[]> {
  const codes = listCodes(days);
  const [from, until] = [now.getTime() - OFFER_DAYS * DAY, parisDay(now.getTime())];
  const areasFrom = now.getTime() - AREA_DAYS * DAY;
  const bureaux = fictionalCompanies.map((bureau) => ({
    bureau,
    served: new Set(listServed(bureau, codes)),
    areas: [...areasOf(bureau.logo)],
  }));
  const lines: Line[] = [];
  for (const code of codes) {
    // comparisons are answered meanwhile
    await turn();
    const { kept } = excludeWrong(valuesOf(days, code), wrongRatesOf(code));
    for (const { day, value } of kept) {
      const at = Date.parse(day);
      if (at < from || day >= until) continue;
      const isSunday = new Date(at).getUTCDay() === 0;
      const isByArea = isFrequent({ code }) && at >= areasFrom;
      const rates = new Map<string, Record<FixingSide, Decimal[]>>();
      for (const [i, { bureau, served, areas }] of bureaux.entries()) {
        const isOpen = !(isSunday && bureau.closesOnSunday) && hasTurn(bureau, code, at);
        if (!served.has(code) || !isOpen) continue;
        const mood = 0.94 + createRandom(SEED + i + Math.floor(at / DAY))() * 0.12;
        // the demonstration's pricing, as for its present fixings
        const amounts = quoteAmounts(bureau, code, Number(decimalText(value)), mood);
        for (const [area, percent] of [[EVERYWHERE, '0'] as const, ...(isByArea ? areas : [])]) {
          const ofArea = rates.get(area) ?? { sale: [], purchase: [] };
          rates.set(area, ofArea);
          for (const side of ['sale', 'purchase'] as const) {
            const rate = parseDecimal(amounts[side] ?? '');
            const there = rate && branchRate(side, rate, Math.round(Number(percent) * 100));
            if (there) ofArea[side].push(there);
          }
        }
      }
      for (const [area, { sale, purchase }] of rates) {
        const sides = {
          sale: summariseOffers('sale', sale),
          purchase: summariseOffers('purchase', purchase),
        };
        if (sides.sale || sides.purchase) lines.push({ code, area, day, ...sides });
      }
    }
  }
  return lines;
}

function valuesOf(days: readonly RateDay[], code: string): PublishedValue[] {
  return days.flatMap(({ at, publishedOn, rates }) => {
    const rate = rates.get(code);
    return rate === undefined ? [] : [{ day: parisDay(at.getTime()), publishedOn, value: decimalOf(rate) }];
  });
}

async function insertOffers(trx: Db, lines: readonly Line[]): Promise<void> {
  const rates = (side: 'sale' | 'purchase', which: 'best' | 'median') =>
    lines.map((line) => line[side] && decimalText(line[side][which]));
  const counts = (side: 'sale' | 'purchase') => lines.map((line) => line[side]?.count ?? 0);
  await sql`
    INSERT INTO daily_offers (currency_code, area, day, best_sale, median_sale, sales, best_purchase, median_purchase,
      purchases, is_demonstration)
    SELECT code, area, day, best_sale, median_sale, sales, best_purchase, median_purchase, purchases, true
    FROM unnest(
      ${lines.map(({ code }) => code)}::text[], ${lines.map(({ area }) => area)}::text[], ${lines.map(({ day }) => day)}::date[],
      ${rates('sale', 'best')}::numeric[], ${rates('sale', 'median')}::numeric[], ${counts('sale')}::int[],
      ${rates('purchase', 'best')}::numeric[], ${rates('purchase', 'median')}::numeric[], ${counts('purchase')}::int[]
    ) AS made (code, area, day, best_sale, median_sale, sales, best_purchase, median_purchase, purchases)
    ON CONFLICT DO NOTHING`.execute(trx);
}
