import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { isFound } from '../../db/search.ts';

/** Sides that keep their rate and are not compared; `suspendedUntil` null: without end. */
export type Suspension = {
  isPurchaseSuspended: boolean;
  isSaleSuspended: boolean;
  suspendedUntil: Date | null;
};

/** `byName` null: nobody is known to have fixed it. */
export type FixingAmounts = Suspension & {
  purchase: string | null;
  sale: string | null;
  updatedAt: Date;
  isHeld: boolean;
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
    .select(['purchase', 'sale', 'updated_at as updatedAt', 'byName', 'bySurname'])
    .select(['is_purchase_suspended as isPurchaseSuspended', 'is_sale_suspended as isSaleSuspended'])
    .select(['suspended_until as suspendedUntil', sql<boolean>`held_at is not null`.as('isHeld')]);
}

/** In the order of their names. */
export async function listCompanies(
  db: Db,
  { companyId, companyName, text }: { companyId?: number; companyName?: string; text?: string },
) {
  return db
    .selectFrom('companies')
    .$if(companyId !== undefined, (q) => q.where('id', '=', companyId ?? 0))
    .$if(companyName !== undefined, (q) => q.where('name', '=', companyName ?? ''))
    .select(['id', 'name', (text === undefined ? sql<boolean>`true` : isFound('search', text)).as('isFound')])
    .orderBy('search')
    .orderBy('id')
    .execute();
}

/** With their newest mid rates, null where there is none. */
export async function listCurrencies(
  db: Db,
): Promise<{ code: string; label: string; rate: string | null }[]> {
  return db
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
}

/** How many fixings of these companies and currencies each company has; null: all of them. */
export async function countFixings(
  db: Db,
  ids: readonly number[] | null,
  codes: readonly string[] | null,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('fixings')
    .$if(ids !== null, (q) => q.where(sql<boolean>`company_id = any(${ids}::int[])`))
    .$if(codes !== null, (q) => q.where(sql<boolean>`currency_code = any(${codes}::text[])`))
    .groupBy('company_id')
    .select(['company_id', (eb) => eb.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map((row) => [row.company_id, row.count]));
}

/**
 * The fixings of these companies, in their order: of those in `whole` all of `codes`, of the others `foundCodes`.
 * `skipped` of the first ones are left out.
 */
export async function selectFixingsOf(
  db: Db,
  page: {
    ids: readonly number[];
    whole: readonly number[];
    codes: readonly string[];
    foundCodes: readonly string[];
    skipped: number;
    limit: number;
  },
) {
  const { ids, whole, codes, foundCodes } = page;
  return selectFixings(db)
    .where(sql<boolean>`company_id = any(${ids}::int[])`)
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .where(sql<boolean>`(company_id = any(${whole}::int[]) or currency_code = any(${foundCodes}::text[]))`)
    .select(['company_id', 'currency_code as code'])
    .orderBy(sql`array_position(${ids}::int[], company_id)`)
    .orderBy('currency_code')
    .limit(page.limit)
    .offset(page.skipped)
    .execute();
}
