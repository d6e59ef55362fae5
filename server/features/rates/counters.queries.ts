import { sql } from 'kysely';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { Db } from '../../db/open.ts';

/** Whose sheet: a company's, or that of a branch that has one of its own. */
export type Counter = { readonly companyId: number; readonly branch: number | null };

/** Both tables have the same columns: in fixings `branch` is null. */
export function tableOf({ branch }: Pick<Counter, 'branch'>): 'fixings' {
  return (branch === null ? 'fixings' : 'branch_fixings') as 'fixings';
}

/** Of any table that is keyed by counter. */
export function isOf({ companyId, branch }: Counter) {
  return branch === null
    ? sql<boolean>`company_id = ${companyId}::int AND branch IS NULL`
    : sql<boolean>`company_id = ${companyId}::int AND branch = ${branch}::int`;
}

export async function findOwnBranch(
  db: Db,
  companyId: number,
  id: number,
): Promise<{ id: number; name: string } | undefined> {
  return selectOwn(db, companyId).where('id', '=', id).executeTakeFirst();
}

/** The branches of a company that have sheets of their own, by name. */
export async function listOwnBranches(db: Db, companyId: number): Promise<{ id: number; name: string }[]> {
  return selectOwn(db, companyId).orderBy('name').execute();
}

function selectOwn(db: Db, companyId: number) {
  return db
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('rates', '=', 'own')
    .where('closed_at', 'is', null)
    .select(['id', 'name']);
}

/**
 * On which sides what a company fixes is paid nowhere: it has branches, and none of those that take part there follows its rates. As
 * `paysCompanyRates` of the rate book, which holds no company that is suspended.
 */
export async function listUnpaidSides(db: Db, companyId: number): Promise<FixingSide[]> {
  const { sells, buysBack } = await db
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    .select([
      sql<boolean | null>`bool_or(sells AND rates <> 'own')`.as('sells'),
      sql<boolean | null>`bool_or(buys_back AND rates <> 'own')`.as('buysBack'),
    ])
    .executeTakeFirstOrThrow();
  // null: it has no branch
  return [
    ...(buysBack === false ? ['purchase' as const] : []),
    ...(sells === false ? ['sale' as const] : []),
  ];
}

/** What the journal says of the counter, where it is a branch. */
export async function tellBranch(
  db: Db,
  { companyId, branch }: Counter,
): Promise<Record<string, [unknown, unknown]>> {
  if (branch === null) return {};
  const row = await db
    .selectFrom('branches')
    .where('id', '=', branch)
    .where('company_id', '=', companyId)
    .select('name')
    .executeTakeFirst();
  return { branch: [null, row?.name ?? branch] };
}
