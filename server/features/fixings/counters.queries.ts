import { sql } from 'kysely';
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
