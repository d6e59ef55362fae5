import { sql } from 'kysely';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { Db } from '../../db/open.ts';

export type RateOwner = { readonly companyId: number; readonly branch: number | null };

/** Fixings of companies and branches share a table. `branch` null: the company's own. */
export function tableOfOwner({ branch }: Pick<RateOwner, 'branch'>): 'fixings' {
  return (branch === null ? 'fixings' : 'branch_fixings') as 'fixings';
}

export function isOwnedBy({ companyId, branch }: RateOwner) {
  return branch === null
    ? sql<boolean>`company_id = ${companyId}::int AND branch IS NULL`
    : sql<boolean>`company_id = ${companyId}::int AND branch = ${branch}::int`;
}

export async function findBranchWithOwnRates(
  db: Db,
  companyId: number,
  id: number,
): Promise<{ id: number; name: string } | undefined> {
  return selectBranchesWithOwnRates(db, companyId).where('id', '=', id).executeTakeFirst();
}

export async function listBranchesWithOwnRates(
  db: Db,
  companyId: number,
): Promise<{ id: number; name: string }[]> {
  return selectBranchesWithOwnRates(db, companyId).orderBy('name').execute();
}

function selectBranchesWithOwnRates(db: Db, companyId: number) {
  return db
    .selectFrom('branches')
    .where('company_id', '=', companyId)
    .where('rates', '=', 'own')
    .where('closed_at', 'is', null)
    .select(['id', 'name']);
}

/**
 * Sides on which no branch pays the company's own rates. Mirrors `listingFit` of the rate book, which
 * holds no suspended company.
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
  // null: no branch
  return [
    ...(buysBack === false ? ['purchase' as const] : []),
    ...(sells === false ? ['sale' as const] : []),
  ];
}

export async function describeBranch(
  db: Db,
  { companyId, branch }: RateOwner,
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
