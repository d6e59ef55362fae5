import { RATES_PAGE } from '#domain/fixings/fixing.ts';
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

/** One page of what all companies have fixed, by company and currency, and how many there are on all pages. */
export async function listAllFixings(
  db: Db,
  filter: RatesFilter,
  page: number,
): Promise<{ rows: FixingRow[]; total: number }> {
  const [rows, count] = await Promise.all([
    filtered(db, filter)
      .select(['companies.name as company', 'quoted.code', 'quoted.label', 'quoted.rate'])
      .select(['purchase', 'sale', 'updated_at as updatedAt'])
      .orderBy(searchForm('companies.name'))
      .orderBy('companies.id')
      .orderBy('currency_code')
      .limit(RATES_PAGE)
      .offset((page - 1) * RATES_PAGE)
      .execute(),
    filtered(db, filter)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}

function filtered(db: Db, { companyId, companyName, code, text }: RatesFilter) {
  return db
    .with('quoted', (qb) =>
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
        .select(['code', 'label', 'rate']),
    )
    .selectFrom('companies')
    .innerJoin('fixings', 'fixings.company_id', 'companies.id')
    .innerJoin('quoted', 'quoted.code', 'fixings.currency_code')
    .$if(companyId !== undefined, (qb) => qb.where('companies.id', '=', companyId ?? 0))
    .$if(companyName !== undefined, (qb) => qb.where('companies.name', '=', companyName ?? ''))
    .$if(code !== undefined, (qb) => qb.where('fixings.currency_code', '=', code ?? ''))
    .$if(text !== undefined, (qb) =>
      qb.where((eb) =>
        eb.or([
          holdsText('companies.name', text ?? ''),
          holdsText('quoted.label', text ?? ''),
          holdsText('quoted.code', text ?? ''),
        ]),
      ),
    );
}
