import { findCurrencies, listEntries } from '#domain/currencies/search.ts';
import { RATES_PAGE_SIZE } from '#domain/lists/page-size.ts';
import type { Db } from '../../db/open.ts';
import {
  countFixings,
  type FixingAmounts,
  listCompanies,
  listCurrencies,
  selectFixingsOf,
} from './rates.queries.ts';

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
  const currencies = await findAmongCurrencies(db, filter.text);
  const quoted = currencies.filter(({ code, rate }) => rate !== null && (filter.code ?? code) === code);
  const codes = quoted.map(({ code }) => code);
  const foundCodes = quoted.filter(({ isFound }) => isFound).map(({ code }) => code);
  const leftOut = currencies.map(({ code }) => code).filter((code) => !codes.includes(code));
  const [companies, ofEveryOne] = await Promise.all([
    listCompanies(db, filter),
    isOfEveryOne(filter) ? count(db, null, { codes, leftOut }) : null,
  ]);
  // of a company that the search found, all currencies; of the others, the currencies that it found
  const found = companies.filter(({ isFound }) => isFound).map(({ id }) => id);
  const others = companies.filter(({ isFound }) => !isFound).map(({ id }) => id);
  const [whole, partly] = await Promise.all([
    ofEveryOne ?? count(db, found, { codes, leftOut }),
    count(db, others, { codes: foundCodes, leftOut: null }),
  ]);
  const counts = companies.map(({ id, isFound }) => ({ id, count: (isFound ? whole : partly).get(id) ?? 0 }));
  const { ids, skipped, total } = companiesOfPage(counts, (page - 1) * RATES_PAGE_SIZE);
  const foundIds = new Set(found);
  const fixings =
    ids.length === 0
      ? []
      : await selectFixingsOf(db, {
          ids,
          whole: ids.filter((id) => foundIds.has(id)),
          codes,
          foundCodes,
          skipped,
          limit: RATES_PAGE_SIZE,
        });
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

function isOfEveryOne({ companyId, companyName, text }: RatesFilter): boolean {
  return companyId === undefined && companyName === undefined && text === undefined;
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

/** Those whose name the text is, marked. */
async function findAmongCurrencies(db: Db, text: string | undefined) {
  const currencies = await listCurrencies(db);
  const found = new Set(findCurrencies(listEntries(currencies), text ?? '').map(({ code }) => code));
  return currencies.map((currency) => ({ ...currency, isFound: found.has(currency.code) }));
}

/**
 * How many fixings of these currencies each company has; `ids` null: all companies. `leftOut` holds all the other
 * currencies: where that list is the shorter one, it is counted and subtracted, which takes a third of the time.
 */
async function count(
  db: Db,
  ids: readonly number[] | null,
  { codes, leftOut }: { codes: readonly string[]; leftOut: readonly string[] | null },
): Promise<Map<number, number>> {
  if (ids?.length === 0 || codes.length === 0) return new Map();
  if (leftOut === null || leftOut.length >= codes.length) return countFixings(db, ids, codes);
  const [every, less] = await Promise.all([countFixings(db, ids, null), countFixings(db, ids, leftOut)]);
  return new Map([...every].map(([id, all]) => [id, all - (less.get(id) ?? 0)]));
}
