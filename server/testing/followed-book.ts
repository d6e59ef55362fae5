import { sql } from 'kysely';
import pino from 'pino';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { databaseSource } from '../book/database-source.ts';
import { type FollowedBook, followRateBook } from '../book/follow.ts';
import type { RateBook } from '../book/rate-book.ts';
import { openDatabase } from '../db/open.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { openRelay, type Relay } from './relay.ts';
import { aCompanyRow, aCurrencyRow, aMidRateRow } from './rows.ts';

export interface TestBook {
  database: TestDatabase;
  /** between the database and the book; the test's own connection does not pass it */
  relay: Relay;
  followed: FollowedBook;
  /** the only company, 'Quai', without a fixing */
  companyId: number;
  /** messages, in order */
  logged: string[];
  close(): Promise<void>;
}

/** A book that follows a database of four currencies with two days of mid rates and one bureau. */
export async function openTestBook(): Promise<TestBook> {
  const database = await createTestDatabase();
  const companyId = await addMarket(database);
  const relay = await openRelay(database.url);
  const { db, close } = openDatabase(relay.url, { maxConnections: 2 });
  const logged: string[] = [];
  const followed = followRateBook({
    source: databaseSource({ db, url: relay.url }),
    now: () => new Date(),
    log: pino({}, { write: (line) => logged.push(JSON.parse(line).msg) }),
  });
  await followed.loaded;
  return {
    database,
    relay,
    followed,
    companyId,
    logged,
    async close() {
      await followed.close();
      await close();
      await relay.close();
      await database.close();
    },
  };
}

async function addMarket({ db }: TestDatabase): Promise<number> {
  await db
    .insertInto('currencies')
    .values([
      aCurrencyRow({ code: 'EUR', label: 'euro', position: 1 }),
      aCurrencyRow({ code: 'USD', label: 'dollar des États-Unis', position: 2 }),
      aCurrencyRow({ code: 'ZAR', label: 'rand sud-africain' }),
      aCurrencyRow({ code: 'AED', label: 'dirham des Émirats arabes unis' }),
    ])
    .execute();
  await db
    .insertInto('mid_rates')
    .values(
      ['USD', 'ZAR', 'AED'].flatMap((currency_code) => [
        aMidRateRow({ currency_code, at: new Date('2026-09-25T00:00:00Z'), rate: '1.5', source: 'ancienne' }),
        aMidRateRow({
          currency_code,
          at: new Date('2026-09-26T00:00:00Z'),
          rate: '1.1361',
          source: 'récente',
        }),
      ]),
    )
    .execute();
  const { id } = await db
    .insertInto('companies')
    .values(aCompanyRow({ name: 'Quai', logo: 'quai' }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds companies 'n1', 'n2'... without fixings, more than the log of changes names one by one. */
export async function addManyBureaux({ db }: TestDatabase, count: number): Promise<void> {
  await sql`
    INSERT INTO companies (name, logo, site)
    SELECT 'n' || n, 'n' || n, 'https://n' || n || '.example' FROM generate_series(1, ${count}::int) AS n`.execute(
    db,
  );
}

/** Every fixing is fresh. */
export const ALWAYS: Since = { fresh: -Infinity, compared: -Infinity, ahead: Infinity };

/** Offers of a currency on one side in a book, best rate first. */
export function listed(book: RateBook | null, code: string, offerIsBase: boolean, since: Since = ALWAYS) {
  if (!book) return [];
  const served = book.sideOffers(code, offerIsBase, since);
  const scoreOf = (rate: Decimal) => (offerIsBase ? decimalNumber(rate) : -decimalNumber(rate));
  return served
    .best(served.total, scoreOf)
    .map(({ company: { name, logo, site, isPartner }, rate, isFresh, updatedAt, branch }) => ({
      company: { name, logo, site, isPartner },
      rate: decimalNumber(rate),
      isFresh,
      updatedAt,
      branch: branch?.id,
    }));
}
