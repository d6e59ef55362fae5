import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { matchesSearch } from '../../db/search.ts';
import { isOwnedBy, type RateOwner, tableOfOwner } from './rate-owners.queries.ts';

/** Sides out of comparison that keep their rate. `until` null: no end. */
export type Suspension = {
  isPurchaseSuspended: boolean;
  isSaleSuspended: boolean;
  purchaseUntil: Date | null;
  saleUntil: Date | null;
};

export type FixingAmounts = Suspension & {
  purchase: string | null;
  sale: string | null;
  updatedAt: Date;
  isHeld: boolean;
  byName: string | null;
  bySurname: string | null;
};

export async function listOwnerFixings(
  db: Db,
  owner: RateOwner,
): Promise<(FixingAmounts & { code: string })[]> {
  return selectFixings(db, owner).where(isOwnedBy(owner)).select('currency_code as code').execute();
}

export async function findFixing(db: Db, owner: RateOwner, code: string): Promise<FixingAmounts | null> {
  const row = await selectFixings(db, owner)
    .where(isOwnedBy(owner))
    .where('currency_code', '=', code)
    .executeTakeFirst();
  return row ?? null;
}

function selectFixings(db: Db, owner: Pick<RateOwner, 'branch'>) {
  return db
    .selectFrom(`${tableOfOwner(owner)} as fixings`)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('fixing_logs')
          .leftJoin('users', 'users.id', 'fixing_logs.user_id')
          .whereRef('fixing_logs.company_id', '=', 'fixings.company_id')
          .whereRef('fixing_logs.currency_code', '=', 'fixings.currency_code')
          .whereRef('fixing_logs.branch', 'is not distinct from', 'fixings.branch')
          .select(['users.name as byName', 'users.surname as bySurname'])
          .orderBy('fixing_logs.id', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['purchase', 'sale', 'updated_at as updatedAt', 'byName', 'bySurname'])
    .select(['is_purchase_suspended as isPurchaseSuspended', 'is_sale_suspended as isSaleSuspended'])
    .select(['purchase_suspended_until as purchaseUntil', 'sale_suspended_until as saleUntil'])
    .select(sql<boolean>`held_at is not null`.as('isHeld'));
}

export async function findCompanies(db: Db, text: string): Promise<number[]> {
  const rows = await db.selectFrom('companies').where(matchesSearch('search', text)).select('id').execute();
  return rows.map(({ id }) => id);
}

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

type FixingFilter = {
  companyId?: number;
  companyName?: string;
  code?: string;
  leftOut: readonly string[];
  found?: { companies: readonly number[]; codes: readonly string[] };
};

export async function countFixings(db: Db, filter: FixingFilter): Promise<number> {
  const { count } = await selectFixingKeys(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Page in company and currency order. PostgreSQL walks the rows before it from the nearer end. */
export async function listFixingPage(
  db: Db,
  filter: FixingFilter,
  { start, total, size }: { start: number; total: number; size: number },
): Promise<(FixingAmounts & { company: string; code: string })[]> {
  const end = Math.min(start + size, total);
  const isBackwards = start > total - end;
  const direction = isBackwards ? 'desc' : 'asc';
  const keys = await selectFixingKeys(db, filter)
    .innerJoin('companies', 'companies.id', 'fixings.company_id')
    // without currencies found, only the few matching companies are read
    .$if(filter.found?.codes.length === 0, (q) => q.where(isAmong('companies.id', filter.found)))
    .select(['companies.id', 'companies.name', 'currency_code as code'])
    .orderBy('companies.search', direction)
    .orderBy('companies.id', direction)
    .orderBy('currency_code', direction)
    .limit(end - start)
    .offset(isBackwards ? total - end : start)
    .execute();
  if (isBackwards) keys.reverse();
  const ids = keys.map(({ id }) => id);
  const codes = keys.map(({ code }) => code);
  const rows = await selectFixings(db, { branch: null })
    // repeats the pair's filter, so that it applies before each row's last log line is looked up
    .where(sql<boolean>`company_id = any(${ids}::int[])`)
    .where(sql<boolean>`currency_code = any(${codes}::text[])`)
    .where(
      sql<boolean>`(company_id, currency_code) in (select * from unnest(${ids}::int[], ${codes}::text[]))`,
    )
    .select(['company_id', 'currency_code as code'])
    .execute();
  const byKey = new Map(rows.map(({ company_id, ...row }) => [`${company_id} ${row.code}`, row]));
  return keys.flatMap(({ id, name, code }) => {
    // rows may be deleted between the two queries
    const row = byKey.get(`${id} ${code}`);
    return row ? [{ company: name, ...row }] : [];
  });
}

function selectFixingKeys(db: Db, { companyId, companyName, code, leftOut, found }: FixingFilter) {
  return db
    .selectFrom('fixings')
    .where(sql<boolean>`currency_code <> all(${leftOut}::text[])`)
    .$if(code !== undefined, (q) => q.where('currency_code', '=', code ?? ''))
    .$if(companyId !== undefined, (q) => q.where('company_id', '=', companyId ?? 0))
    .$if(companyName !== undefined, (q) =>
      q.where('company_id', 'in', (eb) =>
        eb
          .selectFrom('companies')
          .where('name', '=', companyName ?? '')
          .select('id'),
      ),
    )
    .$if(found !== undefined && found.codes.length === 0, (q) => q.where(isAmong('company_id', found)))
    .$if(found !== undefined && found.codes.length > 0, (q) =>
      q.where((eb) =>
        eb.or([isAmong('company_id', found), sql<boolean>`currency_code = any(${found?.codes}::text[])`]),
      ),
    );
}

function isAmong(column: 'company_id' | 'companies.id', found: FixingFilter['found']) {
  return sql<boolean>`${sql.ref(column)} = any(${found?.companies ?? []}::int[])`;
}
