import { listEntries } from '#domain/currencies/search.ts';
import { RATES_PAGE_SIZE } from '#domain/lists/page.ts';
import { matchOf, searchForm } from '#domain/text/search.ts';
import type { Db } from '../../db/open.ts';
import {
  countFixings,
  type FixingAmounts,
  findCompanies,
  listCurrencies,
  listFixingPage,
} from './rates.queries.ts';

export type RatesFilter = { companyId?: number; companyName?: string; code?: string; text?: string };

export type FixingRow = FixingAmounts & { company: string; code: string; label: string; rate: string };

/**
 * Page of every company's fixings with the total, in company and currency order. The search reads names
 * alone, and the last page costs as much as the first.
 */
export async function listAllFixings(
  db: Db,
  { text, ...of }: RatesFilter,
  page: number,
): Promise<{ rows: FixingRow[]; total: number }> {
  const [currencies, companies] = await Promise.all([
    listCurrencies(db),
    text === undefined ? null : findCompanies(db, text),
  ]);
  const codes = findCodes(currencies, text ?? '');
  const leftOut = currencies.filter(({ rate }) => rate === null).map(({ code }) => code);
  const filter = { ...of, leftOut, ...(companies && { found: { companies, codes } }) };
  const total = await countFixings(db, filter);
  const start = (page - 1) * RATES_PAGE_SIZE;
  const fixings =
    start < total ? await listFixingPage(db, filter, { start, total, size: RATES_PAGE_SIZE }) : [];
  const byCode = new Map(currencies.map((currency) => [currency.code, currency]));
  const rows = fixings.map((fixing) => ({
    ...fixing,
    label: byCode.get(fixing.code)?.label ?? '',
    rate: byCode.get(fixing.code)?.rate ?? '',
  }));
  return { rows, total };
}

function findCodes(currencies: readonly { code: string; label: string }[], text: string): string[] {
  const query = searchForm(text);
  return listEntries(currencies).flatMap(({ code, forms }) => {
    const matches = [forms.code, forms.label, ...forms.countries, ...forms.words].map((form) =>
      matchOf(query, form),
    );
    return matches.some((match) => match === 'start' || match === 'words') ? [code] : [];
  });
}
