import type { RateRow } from '#domain/fixings/fixing.ts';
import type { Since } from '#domain/fixings/freshness.ts';
import type { RateBook } from '../../book/rate-book.ts';
import type { Db } from '../../db/open.ts';
import { baseOf, toCurrency, toRow } from './rate-row.ts';
import { type FixingAmounts, listCounterFixings } from './rates.queries.ts';

type Own = {
  book: RateBook;
  company: { id: number; name: string };
  /** with a sheet of its own; null: the company */
  branch: number | null;
  since: Since;
};

/** Every currency but the base, in the order of the public list, with what the counter has fixed. */
export async function ownRates(db: Db, { company, branch, ...own }: Own): Promise<RateRow[]> {
  return ratesOf(await listCounterFixings(db, { companyId: company.id, branch }), { company, ...own });
}

/** The same, of what is known to be fixed. */
export function ratesOf(
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

/** The rows of these currencies, in their order. */
export async function ownRatesOf(db: Db, own: Own, codes: readonly string[]): Promise<RateRow[]> {
  const rows = new Map((await ownRates(db, own)).map((row) => [row.code, row]));
  return codes.flatMap((code) => rows.get(code) ?? []);
}
