import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { tryLockTransaction } from '../db/locks.ts';
import type { Db } from '../db/open.ts';
import { seedArticles } from './articles.ts';
import { seedBookings, selectBeta } from './bookings.ts';
import { seedBranchSheets } from './branch-sheet.ts';
import { seedBranches } from './branches.ts';
import { fictionalCompanies, siteOf } from './companies.ts';
import { generateFixings, HISTORY_DAYS, type PastFixing } from './history.ts';
import { insertAll } from './insert-all.ts';
import { BASE, listCodes, midRateAt, readMidRates, seedMidRates, shiftToToday } from './mid-rates.ts';
import { seedPastFigures } from './past-figures.ts';
import { seedPasswordLinks, seedPeople } from './people.ts';
import { insertReference } from './reference.ts';
import { seedReservations } from './reservations.ts';
import { markSeeded } from './seeded.queries.ts';
import { seedSheet } from './sheet.ts';

const RETRY_MS = 200;
// changing the seed changes the whole history
const FIRST_SEED = 2026;

/**
 * Inserts the demonstration data (contract 5) into a database with reference data at most, whole or not at all. Returns
 * whether this instance inserted it, as simultaneous starts wait for each other.
 */
export async function seedDemo(
  db: Db,
  { now, demoPassword }: { now: Date; demoPassword: string },
): Promise<boolean> {
  for (;;) {
    const isSeeded = await trySeed(db, { now, demoPassword });
    if (isSeeded !== null) return isSeeded;
    // a waiting query is ended after some seconds, and another instance may seed for longer
    await delay(RETRY_MS);
  }
}

/** null: another instance seeds. */
async function trySeed(
  db: Db,
  { now, demoPassword }: { now: Date; demoPassword: string },
): Promise<boolean | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await tryLockTransaction(trx, 'seed'))) return null;
    if (!(await isEmpty(trx))) {
      await seedMissingBranches(trx, now);
      await seedMissingBookings(trx, now);
      await seedMissingReservations(trx, now);
      return false;
    }
    const days = shiftToToday(await readMidRates(), now);
    const codes = listCodes(days);
    const createdAt = new Date(now.getTime() - 2 * HISTORY_DAYS * 24 * 60 * 60_000);
    await insertReference(trx);
    await seedMidRates(trx, days);
    const companyIds = await seedCompanies(trx, createdAt);
    await seedBranches(trx, companyIds, PHONES, createdAt);
    const agentIds = await seedPeople(trx, companyIds, demoPassword, createdAt);
    await seedPasswordLinks(trx, now);
    const histories = fictionalCompanies.map((bureau, index) => ({
      companyId: companyIds.get(bureau.logo) ?? raise(`${bureau.name} was not inserted`),
      takesTurns: bureau.turnDays !== undefined,
      past: generateFixings(bureau, {
        now,
        codes,
        midRateAt: (code, at) => midRateAt(days, code, at),
        agentIds: agentIds.get(bureau.logo) ?? [],
        seed: FIRST_SEED + index,
      }),
    }));
    await seedFixings(trx, histories);
    const [, second] = fictionalCompanies;
    const secondId = companyIds.get(second?.logo ?? '') ?? raise('there is a second bureau');
    await seedSheet(trx, secondId, now);
    await seedBranchSheets(trx, secondId, now);
    await seedBookings(trx, companyIds, now);
    await seedReservations(trx, await selectBeta(trx, companyIds), now);
    await seedPastFigures(trx, now);
    await seedArticles(trx);
    await markSeeded(trx);
    return true;
  });
}

const PHONES: ReadonlyMap<string, string> = new Map(
  fictionalCompanies.map(({ logo, phone }) => [logo, phone]),
);

/** Inserts branches into older demonstrations without any. Branches close, but are never deleted. */
async function seedMissingBranches(trx: Db, now: Date): Promise<void> {
  const some = await trx.selectFrom('branches').select('id').limit(1).execute();
  if (some.length > 0) return;
  const ids = await selectDemoCompanies(trx);
  if (!ids) return;
  await seedBranches(trx, ids, PHONES, now);
  for (const id of ids.values()) await seedBranchSheets(trx, id, now);
}

/** Inserts terms into older demonstrations without a beta. Companies that left it have terms. */
async function seedMissingBookings(trx: Db, now: Date): Promise<void> {
  const some = await trx.selectFrom('reservation_terms').select('company_id').limit(1).execute();
  if (some.length > 0) return;
  const ids = await selectDemoCompanies(trx);
  if (ids) await seedBookings(trx, ids, now);
}

async function seedMissingReservations(trx: Db, now: Date): Promise<void> {
  if ((await hasRows(trx, 'travellers')) || (await hasRows(trx, 'reservations'))) return;
  const ids = await selectDemoCompanies(trx);
  if (!ids) return;
  await seedReservations(trx, await selectBeta(trx, ids), now);
  // real comparisons make their own counts
  if (!(await hasRows(trx, 'shown_counts'))) await seedPastFigures(trx, now);
}

async function hasRows(db: Db, table: 'travellers' | 'reservations' | 'shown_counts'): Promise<boolean> {
  const some = await db.selectFrom(table).select(sql`1`.as('one')).limit(1).execute();
  return some.length > 0;
}

/** Companies of the demonstration by logo. null: absent or replaced. */
async function selectDemoCompanies(trx: Db): Promise<Map<string, number> | null> {
  const rows = await trx
    .selectFrom('companies')
    .where('site', 'in', fictionalCompanies.map(siteOf))
    .select(['id', 'site'])
    .execute();
  if (rows.length < fictionalCompanies.length) return null;
  const ids = new Map(rows.map(({ id, site }) => [site, id]));
  return new Map(fictionalCompanies.map((each) => [each.logo, ids.get(siteOf(each)) ?? 0]));
}

export async function isEmpty(db: Db): Promise<boolean> {
  const tables = ['companies', 'users', 'mid_rates'] as const;
  const found = await Promise.all(
    tables.map((table) => db.selectFrom(table).select(sql`1`.as('one')).limit(1).execute()),
  );
  return found.every((rows) => rows.length === 0);
}

async function seedCompanies(db: Db, createdAt: Date): Promise<Map<string, number>> {
  const companies = await db
    .insertInto('companies')
    .values(
      fictionalCompanies.map((bureau, i) => ({
        name: bureau.name,
        logo: bureau.logo,
        site: siteOf(bureau),
        phone: bureau.phone,
        email: `contact@${bureau.logo}.example`,
        is_partner: bureau.isPartner,
        // bank codes from 99000 on are unassigned
        authorisation: String(99_001 + i),
        created_at: createdAt,
      })),
    )
    .returning(['id', 'logo'])
    .execute();
  return new Map(companies.map((company) => [company.logo, company.id]));
}

type History = { companyId: number; takesTurns: boolean; past: PastFixing[] };

async function seedFixings(db: Db, histories: History[]): Promise<void> {
  const logs = histories
    .flatMap(({ companyId, past }) =>
      past.map((fixing) => ({
        at: fixing.at,
        company_id: companyId,
        user_id: fixing.userId,
        base: BASE,
        currency_code: fixing.code,
        rate: String(fixing.midRate),
        purchase: fixing.purchase,
        sale: fixing.sale,
      })),
    )
    // ids follow this order, and the history is read by id
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  await insertAll(db, 'fixing_logs', logs);
  // fixing some rates confirms the others
  const lookedAt = new Map(
    histories
      .filter(({ takesTurns }) => !takesTurns)
      .map(({ companyId, past }) => [companyId, past.at(-1)?.at]),
  );
  const current = new Map(
    logs.map((log) => [
      `${log.company_id}:${log.currency_code}`,
      {
        company_id: log.company_id,
        currency_code: log.currency_code,
        purchase: log.purchase,
        sale: log.sale,
        updated_at: lookedAt.get(log.company_id) ?? log.at,
      },
    ]),
  );
  await insertAll(db, 'fixings', [...current.values()]);
}

function raise(message: string): never {
  throw new Error(message);
}
