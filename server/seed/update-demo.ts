import { sql, type Transaction } from 'kysely';
import { DEMONSTRATION_SOURCE } from '#domain/rates-feed/demonstration.ts';
import { tryLockTransaction } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { enqueueMargins } from '../jobs/enqueue-margins.ts';
import { fixBranches } from './branch-sheet.ts';
import { type FictionalCompany, fictionalCompanies } from './companies.ts';
import { drawFixing, HISTORY_DAYS, hasTurn, lastSession } from './history.ts';
import { insertAll } from './insert-all.ts';
import { BASE, dayNumber, readMidRates, selectDemoDays } from './mid-rates.ts';

const DAY = 24 * 60 * 60_000;

/**
 * Adds mid rates and fixings up to now to a demonstration. Fixings of people, feeds and files stay. `hasFeed`: a feed
 * supplies the mid rates.
 */
export async function updateDemo(
  db: Db,
  { now, hasFeed, signal }: { now: Date; hasFeed: boolean; signal?: AbortSignal },
): Promise<void> {
  if (!hasFeed) await db.transaction().execute((trx) => addMidRates(trx, now));
  const companies = await db
    .selectFrom('companies')
    .where(
      'logo',
      'in',
      fictionalCompanies.map(({ logo }) => logo),
    )
    .select(['id', 'logo', 'created_at as createdAt'])
    .execute();
  for (const company of companies) {
    signal?.throwIfAborted();
    const bureau = fictionalCompanies.find(({ logo }) => logo === company.logo);
    if (bureau) await runSession(db, { bureau, company, now });
  }
}

/** Uses the file's days backwards, then forwards, one per day after the seeding. */
async function addMidRates(db: Transaction<Schema>, now: Date): Promise<void> {
  // another instance is doing this
  if (!(await tryLockTransaction(db, 'seed'))) return;
  const file = await readMidRates();
  const held = await selectDemoDays(db, file[0]);
  if (!held.first || !held.last) return;
  const seededOn = dayNumber(held.first) + file.length - 1;
  const from = Math.max(dayNumber(held.last) + 1, dayNumber(now) - file.length + 1);
  const codes = new Set(await selectDemoCodes(db));
  const rows = Array.from({ length: Math.max(0, dayNumber(now) - from + 1) }, (_, i) => from + i).flatMap(
    (day) => {
      const { rates, publishedOn } = file[indexAfter(day - seededOn, file.length)] ?? {};
      return [...(rates ?? [])]
        .filter(([code]) => codes.has(code))
        .map(([currency_code, rate]) => ({
          currency_code,
          at: new Date(day * DAY),
          rate: String(rate),
          source: DEMONSTRATION_SOURCE,
          published_on: publishedOn,
        }));
    },
  );
  await insertAll(db, 'mid_rates', rows);
  if (rows.length > 0) await enqueueMargins(db);
}

/** Index in the file, `days` after its newest day: n - 1, n - 2, ..., 0, 1, ... */
export function indexAfter(days: number, length: number): number {
  const turn = days % (2 * (length - 1));
  return Math.abs(length - 1 - turn);
}

async function selectDemoCodes(db: Db): Promise<string[]> {
  const newest = await selectNewest(db);
  return newest.filter(({ source }) => source === DEMONSTRATION_SOURCE).map(({ code }) => code);
}

async function selectNewest(db: Db) {
  const { rows } = await sql<{ code: string; rate: string; source: string }>`
    SELECT code, newest.rate, newest.source FROM currencies CROSS JOIN LATERAL (
      SELECT rate, source FROM mid_rates WHERE currency_code = code ORDER BY at DESC LIMIT 1
    ) AS newest`.execute(db);
  return rows;
}

type Opening = { bureau: FictionalCompany; company: { id: number; createdAt: Date }; now: Date };

async function runSession(db: Db, { bureau, company, now }: Opening): Promise<void> {
  const session = lastSession(bureau, now);
  if (!session) return;
  const isDone = (fixings: readonly { updatedAt: Date }[]) =>
    fixings.length === 0 || fixings.some(({ updatedAt }) => updatedAt >= session.from);
  const seededAt = new Date(company.createdAt.getTime() + 2 * HISTORY_DAYS * DAY);
  if (isDone(await selectDemoFixings(db, company.id, seededAt))) return;
  await db.transaction().execute(async (trx) => {
    // same lock as a fixing, so that the two wait for each other
    await trx.selectFrom('companies').select('id').where('id', '=', company.id).forNoKeyUpdate().execute();
    const own = await selectDemoFixings(trx, company.id, seededAt);
    if (isDone(own)) return;
    const due = own.filter(({ code }) => hasTurn(bureau, code, session.from.getTime()));
    const midRates = new Map((await selectNewest(trx)).map(({ code, rate }) => [code, Number(rate)]));
    const lines = due.flatMap((fixing) => {
      const midRate = midRates.get(fixing.code);
      const anew = midRate === undefined ? null : drawFixing(bureau, fixing, midRate, session);
      if (!anew) return [];
      const of = { company_id: company.id, user_id: null, base: BASE, currency_code: fixing.code };
      return [{ at: session.at, ...of, rate: String(midRate), ...anew }];
    });
    await trx
      .updateTable('fixings')
      .set({ updated_at: session.at })
      .where('company_id', '=', company.id)
      .where(sql<boolean>`currency_code = any(${due.map(({ code }) => code)}::text[])`)
      .execute();
    await sql`
      UPDATE fixings SET purchase = anew.purchase, sale = anew.sale
      FROM unnest(
        ${lines.map((line) => line.currency_code)}::text[],
        ${lines.map((line) => line.purchase)}::numeric[],
        ${lines.map((line) => line.sale)}::numeric[]
      ) AS anew (code, purchase, sale)
      WHERE company_id = ${company.id} AND currency_code = anew.code`.execute(trx);
    await insertAll(trx, 'fixing_logs', lines);
    await fixBranches(trx, company.id);
  });
}

async function selectDemoFixings(db: Db, companyId: number, seededAt: Date) {
  const { rows } = await sql<{ code: string; purchase: string | null; sale: string; updatedAt: Date }>`
    SELECT currency_code AS code, purchase, sale, updated_at AS "updatedAt" FROM fixings
    WHERE company_id = ${companyId} AND held_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM fixing_logs
      WHERE fixing_logs.company_id = fixings.company_id AND fixing_logs.currency_code = fixings.currency_code
        AND branch IS NULL AND user_id IS NOT NULL AND NOT is_confirmation AND at > ${seededAt}
    ) ORDER BY currency_code`.execute(db);
  return rows;
}
