import type { RateRow } from '#domain/rates/fixing.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Db } from '../../db/open.ts';
import { baseOf, toCurrency, toRow } from './rate-row.ts';
import { type FixingAmounts, listOwnerFixings } from './rates.queries.ts';

type Own = {
  book: RateBook;
  company: { id: number; name: string };
  branch: number | null;
  since: Since;
};

export async function listOwnRates(db: Db, { company, branch, ...own }: Own): Promise<RateRow[]> {
  return toRateRows(await listOwnerFixings(db, { companyId: company.id, branch }), { company, ...own });
}

export function toRateRows(
  rows: readonly (FixingAmounts & { code: string })[],
  { book, company, since }: Pick<Own, 'book' | 'since'> & { company: { name: string } },
): RateRow[] {
  const fixings = new Map(rows.map((row) => [row.code, row]));
  const base = baseOf(book);
  return book.currencies
    .filter((currency) => currency !== base)
    .map((currency) => {
      const amounts = fixings.get(currency.code) ?? null;
      return toRow(
        { base: base.code, currency: toCurrency(currency), company: company.name, amounts },
        since,
      );
    });
}

export async function listOwnRatesOf(db: Db, own: Own, codes: readonly string[]): Promise<RateRow[]> {
  const rows = new Map((await listOwnRates(db, own)).map((row) => [row.code, row]));
  return codes.flatMap((code) => rows.get(code) ?? []);
}
