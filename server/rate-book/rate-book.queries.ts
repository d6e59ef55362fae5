import { sql, type Transaction } from 'kysely';
import { type Decimal, parseDecimal } from '#domain/money/decimal.ts';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { asciiJson } from './ascii-json.ts';
import type { FixingKey } from './changes.ts';
import { fixingTexts, readFixingTexts } from './fixing-texts.queries.ts';
import type { Rates } from './market.ts';
import { type BookCompany, type BookCurrency, RateBook } from './rate-book.ts';

/** After every position that is decided. */
const LAST = 32_767;
/** Whose fixings are read at once, so that comparisons are answered between two reads. */
export const COMPANIES_AT_ONCE = 32;

/**
 * The whole book as it stands at one moment. A currency without a mid rate is not compared. `between` is
 * called again and again meanwhile: a million fixings take seconds.
 */
export async function loadRateBook(db: Db, between: () => Promise<void>): Promise<RateBook> {
  return readAtOneMoment(db, async (trx) => {
    const currencies = await selectCurrencies(trx);
    const book = new RateBook(currencies, await selectCompanies(trx).execute());
    // in the order of their places: what is written one after the other then lies side by side
    const { companies } = book;
    for (let start = 0; start < companies.length; start += COMPANIES_AT_ONCE) {
      const ids = companies.slice(start, start + COMPANIES_AT_ONCE).map(({ id }) => id);
      for (const { companyId, texts } of await selectFixingsOf(trx, ids)) {
        readFixingTexts(texts, (code, rates) => book.set(code, companyId, rates));
      }
      await between();
    }
    return book;
  });
}

/** The newest mid rates, and the fixings of each currency that had none before, as they stand at one moment. */
export async function loadMidRates(
  db: Db,
  before: RateBook,
): Promise<{ currencies: BookCurrency[]; fixings: KeyedFixing[] }> {
  return readAtOneMoment(db, async (trx) => {
    const currencies = await selectCurrencies(trx);
    const codes = currencies.map(({ code }) => code).filter((code) => !before.currency(code));
    if (codes.length === 0) return { currencies, fixings: [] };
    const rows = await selectFixings(trx).where('currency_code', 'in', codes).execute();
    return { currencies, fixings: rows.map(toFixing) };
  });
}

function readAtOneMoment<T>(db: Db, read: (trx: Transaction<Schema>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** The companies named and all that each fixed, as they are now; those that are not compared are left out. */
export async function selectCompaniesById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { company: BookCompany; fixings: Map<string, Rates> }>> {
  const rows = await selectCompanies(db)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .select((eb) =>
      eb
        .selectFrom('fixings')
        .whereRef('company_id', '=', 'companies.id')
        .select(fixingTexts.as('texts'))
        .as('texts'),
    )
    .execute();
  return new Map(
    rows.map(({ texts, ...company }) => {
      const fixings = new Map<string, Rates>();
      readFixingTexts(texts ?? '', (code, rates) => fixings.set(code, rates));
      return [company.id, { company, fixings }];
    }),
  );
}

/** The fixings named, as they are now; those that are gone are left out. */
export async function selectFixingsByKey(db: Db, keys: readonly FixingKey[]): Promise<KeyedFixing[]> {
  const rows = await selectFixings(db)
    .innerJoin(
      sql<{ asked_id: number; code: string }>`(
        select * from unnest(${keys.map((k) => k.companyId)}::int[], ${keys.map((k) => k.code)}::text[])
      )`.as<'asked'>(sql`asked (asked_id, code)`),
      (join) =>
        join
          .onRef('asked.asked_id', '=', 'fixings.company_id')
          .onRef('asked.code', '=', 'fixings.currency_code'),
    )
    .execute();
  return rows.map(toFixing);
}

async function selectCurrencies(trx: Transaction<Schema>): Promise<BookCurrency[]> {
  const rows = await trx
    .selectFrom('currencies')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mid_rates')
          .select(['rate', 'at', 'source'])
          .whereRef('mid_rates.currency_code', '=', 'currencies.code')
          .orderBy('at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['code', 'label', 'position', 'rate', 'at', 'source'])
    .execute();
  const labels = new Intl.Collator('fr');
  return rows
    .filter((row) => row.position === 1 || row.rate !== null)
    .sort((a, b) => (a.position ?? LAST) - (b.position ?? LAST) || labels.compare(a.label, b.label))
    .map(({ code, label, rate, at, source }) => ({
      code,
      label,
      // the base is worth 1 of itself
      rate: rate === null ? { units: 1, scale: 0 } : decimal(rate),
      at: at?.toISOString() ?? '',
      source: source ?? '',
      sourceJson: asciiJson(source ?? ''),
    }));
}

/** A suspended bureau is none of them: what it fixes meanwhile is logged, and compared when it comes back. */
function selectCompanies(db: Db) {
  return db
    .selectFrom('companies')
    .where('suspended_at', 'is', null)
    .select(['id', 'name', 'logo', 'site', 'is_partner as isPartner']);
}

async function selectFixingsOf(trx: Transaction<Schema>, ids: readonly number[]) {
  return trx
    .selectFrom('fixings')
    .where(sql<boolean>`company_id = any(${ids}::int[])`)
    .groupBy('company_id')
    .select(['company_id as companyId', fixingTexts.as('texts')])
    .execute();
}

function selectFixings(db: Db) {
  return db.selectFrom('fixings').select(['company_id', 'currency_code', 'purchase', 'sale', 'updated_at']);
}

type FixingRow = Awaited<ReturnType<ReturnType<typeof selectFixings>['execute']>>[number];

export type KeyedFixing = { code: string; companyId: number; rates: Rates };

function toFixing({ company_id, currency_code, purchase, sale, updated_at }: FixingRow): KeyedFixing {
  return {
    code: currency_code,
    companyId: company_id,
    rates: {
      purchase: purchase === null ? null : decimal(purchase),
      sale: sale === null ? null : decimal(sale),
      updatedAt: updated_at.getTime(),
    },
  };
}

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new RangeError(`the database holds the rate ${text}, which is no decimal of 15 digits`);
  return value;
}
