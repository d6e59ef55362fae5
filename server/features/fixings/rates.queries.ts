import { sql } from 'kysely';
import { findCurrencies, listEntries } from '#domain/currencies/search.ts';
import { RATES_PAGE_SIZE } from '#domain/lists/page-size.ts';
import type { Db } from '../../db/open.ts';
import { isFound } from '../../db/search.ts';

/** `byName` null: nobody is known to have fixed it. */
export type FixingAmounts = {
  purchase: string | null;
  sale: string | null;
  updatedAt: Date;
  byName: string | null;
  bySurname: string | null;
};

/** What one company has fixed. */
export async function listCompanyFixings(
  db: Db,
  companyId: number,
): Promise<(FixingAmounts & { code: string })[]> {
  return selectFixings(db).where('company_id', '=', companyId).select('currency_code as code').execute();
}

/** What one company has fixed of one currency; null: nothing yet. */
export async function findFixing(db: Db, companyId: number, code: string): Promise<FixingAmounts | null> {
  const row = await selectFixings(db)
    .where('company_id', '=', companyId)
    .where('currency_code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

/** With who wrote the last line of the log of each. */
function selectFixings(db: Db) {
  return db
    .selectFrom('fixings')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('fixing_logs')
          .leftJoin('users', 'users.id', 'fixing_logs.user_id')
          .whereRef('fixing_logs.company_id', '=', 'fixings.company_id')
          .whereRef('fixing_logs.currency_code', '=', 'fixings.currency_code')
          .select(['users.name as byName', 'users.surname as bySurname'])
          .orderBy('fixing_logs.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['purchase', 'sale', 'updated_at as updatedAt', 'byName', 'bySurname']);
}

/** Each one absent: no filter. */
export type RatesFilter = { companyId?: number; companyName?: string; code?: string; text?: string };

export type FixingRow = FixingAmounts & { company: string; code: string; label: string; rate: string };

/**
 * One page of what all companies have fixed, by company and currency, and how many there are on all pages.
 * The search looks at names alone. Fixings are then counted by company, and only those of the page are read and
 * sorted, so that the last page costs what the first one does.
 */
export async function listAllFixings(
  db: Db,
  filter: RatesFilter,
  page: number,
): Promise<{ rows: FixingRow[]; total: number }> {
  const [companies, currencies] = await Promise.all([
    listCompanies(db, filter),
    listCurrencies(db, filter.text),
  ]);
  const quoted = currencies.filter(({ code, rate }) => rate !== null && (filter.code ?? code) === code);
  const codes = quoted.map(({ code }) => code);
  const foundCodes = quoted.filter(({ isFound }) => isFound).map(({ code }) => code);
  // of a company that the search found, all currencies; of the others, the currencies that it found
  const found = companies.filter(({ isFound }) => isFound).map(({ id }) => id);
  const others = companies.filter(({ isFound }) => !isFound).map(({ id }) => id);
  const leftOut = currencies.map(({ code }) => code).filter((code) => !codes.includes(code));
  const isEveryOne =
    others.length === 0 && filter.companyId === undefined && filter.companyName === undefined;
  const [whole, partly] = await Promise.all([
    countFixings(db, isEveryOne ? null : found, { codes, leftOut }),
    countFixings(db, others, { codes: foundCodes, leftOut: null }),
  ]);
  const counts = companies.map(({ id, isFound }) => ({ id, count: (isFound ? whole : partly).get(id) ?? 0 }));
  const { ids, skipped, total } = companiesOfPage(counts, (page - 1) * RATES_PAGE_SIZE);
  const fixings = await selectPage(db, { ids, skipped, codes, foundCodes, found });
  const names = new Map(companies.map(({ id, name }) => [id, name]));
  const byCode = new Map(quoted.map((currency) => [currency.code, currency]));
  const rows = fixings.map(({ company_id, code, ...amounts }) => ({
    company: names.get(company_id) ?? '',
    label: byCode.get(code)?.label ?? '',
    rate: byCode.get(code)?.rate ?? '',
    code,
    ...amounts,
  }));
  return { rows, total };
}

/** Whose rows the page holds, and how many of the first one's were on the page before. */
function companiesOfPage(counts: readonly { id: number; count: number }[], start: number) {
  const ids: number[] = [];
  let skipped = 0;
  let total = 0;
  for (const { id, count } of counts) {
    if (total < start + RATES_PAGE_SIZE && total + count > start) {
      if (ids.length === 0) skipped = start - total;
      ids.push(id);
    }
    total += count;
  }
  return { ids, skipped: Math.max(0, skipped), total };
}

/** In the order of their names. */
async function listCompanies(db: Db, { companyId, companyName, text }: RatesFilter) {
  return db
    .selectFrom('companies')
    .$if(companyId !== undefined, (q) => q.where('id', '=', companyId ?? 0))
    .$if(companyName !== undefined, (q) => q.where('name', '=', companyName ?? ''))
    .select(['id', 'name', (text === undefined ? sql<boolean>`true` : isFound('search', text)).as('isFound')])
    .orderBy('search')
    .orderBy('id')
    .execute();
}

/** With their newest mid rates; those without one are not listed. */
async function listCurrencies(db: Db, text: string | undefined) {
  const currencies = await db
    .selectFrom('currencies')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mid_rates')
          .whereRef('currency_code', '=', 'currencies.code')
          .select('rate')
          .orderBy('at', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['code', 'label', 'rate'])
    .execute();
  const found = new Set(findCurrencies(listEntries(currencies), text ?? '').map(({ code }) => code));
  return currencies.map((currency) => ({ ...currency, isFound: found.has(currency.code) }));
}

/**
 * How many fixings of these currencies each company has; `ids` null: all companies. `leftOut` holds all the other
 * currencies: where that list is the shorter one, it is counted and subtracted, which takes a third of the time.
 */
async function countFixings(
  db: Db,
  ids: readonly number[] | null,
  { codes, leftOut }: { codes: readonly string[]; leftOut: readonly string[] | null },
): Promise<Map<number, number>> {
  if (ids?.length === 0 || codes.length === 0) return new Map();
  const count = async (of: readonly string[] | null) => {
    const rows = await db
      .selectFrom('fixings')
      .$if(ids !== null, (q) => q.where(sql<boolean>`company_id = any(${ids}::int[])`))
      .$if(of !== null, (q) => q.where(sql<boolean>`currency_code = any(${of}::text[])`))
      .groupBy('company_id')
      .select(['company_id', (eb) => eb.fn.countAll<number>().as('count')])
      .execute();
    return new Map(rows.map((row) => [row.company_id, row.count]));
  };
  if (leftOut === null || leftOut.length >= codes.length) return count(codes);
  const [every, less] = await Promise.all([count(null), count(leftOut)]);
  return new Map([...every].map(([id, all]) => [id, all - (less.get(id) ?? 0)]));
}

async function selectPage(
  db: Db,
  page: {
    ids: readonly number[];
    skipped: number;
    codes: readonly string[];
    foundCodes: readonly string[];
    found: readonly number[];
  },
) {
  const { ids, skipped, codes, foundCodes } = page;
  if (ids.length === 0) return [];
  const foundIds = new Set(page.found);
  const whole = ids.filter((id) => foundIds.has(id));
  return selectFixings(db)
    .where(sql<boolean>`company_id = any(${ids}::int[])`)
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .where(sql<boolean>`(company_id = any(${whole}::int[]) or currency_code = any(${foundCodes}::text[]))`)
    .select(['company_id', 'currency_code as code'])
    .orderBy(sql`array_position(${ids}::int[], company_id)`)
    .orderBy('currency_code')
    .limit(RATES_PAGE_SIZE)
    .offset(skipped)
    .execute();
}
