import { sql } from 'kysely';
import { RATES_PAGE } from '#domain/fixings/rates-page.ts';
import type { Db } from '../../db/open.ts';
import { holdsText, searchForm } from '../../db/search.ts';

export type FixingAmounts = { purchase: string | null; sale: string | null; updatedAt: Date };

/** What one company has fixed. */
export async function listCompanyFixings(
  db: Db,
  companyId: number,
): Promise<(FixingAmounts & { code: string })[]> {
  return db
    .selectFrom('fixings')
    .where('company_id', '=', companyId)
    .select(['currency_code as code', 'purchase', 'sale', 'updated_at as updatedAt'])
    .execute();
}

/** Each one absent: no filter. */
export type RatesFilter = { companyId?: number; companyName?: string; code?: string; text?: string };

export type FixingRow = FixingAmounts & { company: string; code: string; label: string; rate: string };

/**
 * One page of what all companies have fixed, by company and currency, and how many there are on all pages.
 * The companies are counted first, so that only those of the page are sorted: the last one costs what the
 * first one does.
 */
export async function listAllFixings(
  db: Db,
  filter: RatesFilter,
  page: number,
): Promise<{ rows: FixingRow[]; total: number }> {
  const counts = await filtered(db, filter)
    .groupBy(['named.id', 'named.place'])
    .select(['named.id', (eb) => eb.fn.countAll<number>().as('count')])
    .orderBy('named.place')
    .execute();
  const { ids, skipped, total } = companiesOfPage(counts, (page - 1) * RATES_PAGE);
  if (ids.length === 0) return { rows: [], total };
  const rows = await filtered(db, filter)
    .where('fixings.company_id', 'in', ids)
    .select(['named.name as company', 'quoted.code', 'quoted.label', 'quoted.rate'])
    .select(['purchase', 'sale', 'updated_at as updatedAt'])
    .orderBy('named.place')
    .orderBy('currency_code')
    .limit(RATES_PAGE)
    .offset(skipped)
    .execute();
  return { rows, total };
}

/** Whose rows the page holds, and how many of the first one's were on the page before. */
function companiesOfPage(counts: readonly { id: number; count: number }[], start: number) {
  const ids: number[] = [];
  let skipped = 0;
  let total = 0;
  for (const { id, count } of counts) {
    if (total < start + RATES_PAGE && total + count > start) {
      if (ids.length === 0) skipped = start - total;
      ids.push(id);
    }
    total += count;
  }
  return { ids, skipped: Math.max(0, skipped), total };
}

/**
 * What depends on a name alone, its place and whether it is the one searched for, is settled on the few
 * thousand companies and currencies before they meet the many fixings.
 */
function filtered(db: Db, { companyId, companyName, code, text }: RatesFilter) {
  const holds = (column: string) => (text === undefined ? sql<boolean>`true` : holdsText(column, text));
  return db
    .with(
      (cte) => cte('quoted').materialized(),
      (qb) =>
        qb
          .selectFrom('currencies')
          .innerJoinLateral(
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
          .$if(code !== undefined, (q) => q.where('code', '=', code ?? ''))
          .select(['code', 'label', 'rate'])
          .select((eb) => eb.or([holds('label'), holds('code')]).as('is_found')),
    )
    .with(
      (cte) => cte('named').materialized(),
      (qb) =>
        qb
          .selectFrom('companies')
          .$if(companyId !== undefined, (q) => q.where('id', '=', companyId ?? 0))
          .$if(companyName !== undefined, (q) => q.where('name', '=', companyName ?? ''))
          .select(['id', 'name', holds('name').as('is_found')])
          .select((eb) =>
            eb.fn
              .agg<number>('row_number')
              .over((over) => over.orderBy(searchForm('name')).orderBy('id'))
              .as('place'),
          ),
    )
    .selectFrom('named')
    .innerJoin('fixings', 'fixings.company_id', 'named.id')
    .innerJoin('quoted', 'quoted.code', 'fixings.currency_code')
    .where((eb) => eb.or([eb.ref('named.is_found'), eb.ref('quoted.is_found')]));
}
