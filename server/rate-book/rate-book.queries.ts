import { sql, type Transaction } from 'kysely';
import { type Decimal, parseDecimal } from '#domain/money/decimal.ts';
import type { Db } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { asciiJson } from './ascii-json.ts';
import { type BookCompany, type BookCurrency, type BookFixing, RateBook } from './rate-book.ts';

/** After every position that is decided. */
const LAST = 32_767;
/** Rows that are held at once while the book is loaded. */
const FIXINGS_AT_ONCE = 20_000;

/** The whole book as it stands at one moment. A currency without a mid rate is not compared. */
export async function loadRateBook(db: Db): Promise<RateBook> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const book = new RateBook(await selectCurrencies(trx), await selectCompanies(trx));
      for (const codes of await batch(trx, book.currencies)) {
        const fixings = await selectFixings(trx, codes);
        for (const code of codes) book.load(code, fixings.get(code) ?? []);
      }
      return book;
    });
}

/** The newest mid rates, and the fixings of each currency that had none before, as they stand at one moment. */
export async function loadMidRates(
  db: Db,
  before: RateBook,
): Promise<{ currencies: BookCurrency[]; fixings: { code: string; fixings: BookFixing[] }[] }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const currencies = await selectCurrencies(trx);
      const codes = currencies.map(({ code }) => code).filter((code) => !before.currency(code));
      const found = codes.length === 0 ? new Map<string, BookFixing[]>() : await selectFixings(trx, codes);
      return { currencies, fixings: codes.map((code) => ({ code, fixings: found.get(code) ?? [] })) };
    });
}

/** The fixings named, as they are now; those that are gone are left out. */
export async function selectFixingsByKey(
  db: Db,
  keys: readonly { companyId: number; code: string }[],
): Promise<{ code: string; fixing: BookFixing }[]> {
  const rows = await db
    .selectFrom('fixings')
    .innerJoin(
      sql<{ company_id: number; code: string }>`(
        select * from unnest(${keys.map((k) => k.companyId)}::int[], ${keys.map((k) => k.code)}::text[])
      )`.as<'asked'>(sql`asked (company_id, code)`),
      (join) =>
        join
          .onRef('asked.company_id', '=', 'fixings.company_id')
          .onRef('asked.code', '=', 'fixings.currency_code'),
    )
    .select(['fixings.company_id', 'currency_code', 'purchase', 'sale', 'updated_at'])
    .execute();
  return rows.map((row) => ({ code: row.currency_code, fixing: toFixing(row) }));
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
async function selectCompanies(trx: Transaction<Schema>): Promise<BookCompany[]> {
  return trx
    .selectFrom('companies')
    .where('suspended_at', 'is', null)
    .select(['id', 'name', 'logo', 'site', 'is_partner as isPartner'])
    .execute();
}

/** The codes by groups of so many fixings, or of one currency: few questions, and never a million rows twice. */
async function batch(trx: Transaction<Schema>, currencies: readonly BookCurrency[]): Promise<string[][]> {
  const rows = await trx
    .selectFrom('fixings')
    .groupBy('currency_code')
    .select(['currency_code', (eb) => eb.fn.countAll<number>().as('count')])
    .execute();
  const counts = new Map(rows.map((row) => [row.currency_code, row.count]));
  const batches: string[][] = [];
  let left = 0;
  for (const { code } of currencies) {
    const count = counts.get(code) ?? 0;
    if (count === 0) continue;
    if (count > left) {
      batches.push([]);
      left = FIXINGS_AT_ONCE;
    }
    batches.at(-1)?.push(code);
    left -= count;
  }
  return batches;
}

async function selectFixings(
  trx: Transaction<Schema>,
  codes: readonly string[],
): Promise<Map<string, BookFixing[]>> {
  const rows = await trx
    .selectFrom('fixings')
    .select(['company_id', 'currency_code', 'purchase', 'sale', 'updated_at'])
    .where('currency_code', 'in', codes)
    .execute();
  const fixings = new Map<string, BookFixing[]>();
  for (const row of rows) {
    const those = fixings.get(row.currency_code);
    if (those) those.push(toFixing(row));
    else fixings.set(row.currency_code, [toFixing(row)]);
  }
  return fixings;
}

function toFixing(row: {
  company_id: number;
  purchase: string | null;
  sale: string | null;
  updated_at: Date;
}): BookFixing {
  return {
    companyId: row.company_id,
    purchase: row.purchase === null ? null : decimal(row.purchase),
    sale: row.sale === null ? null : decimal(row.sale),
    updatedAt: row.updated_at.toISOString(),
  };
}

function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (!value) throw new RangeError(`the database holds the rate ${text}, which is no decimal of 15 digits`);
  return value;
}
