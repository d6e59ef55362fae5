import type { Db } from '../db/open.ts';

/** A bureau's id, by its id or by its name. */
export async function findCompany(db: Db, named: string): Promise<number | null> {
  const column = /^\d{1,9}$/.test(named) ? 'id' : 'name';
  const company = await db
    .selectFrom('companies')
    .where(column, '=', column === 'id' ? Number(named) : named)
    .select('id')
    .executeTakeFirst();
  return company?.id ?? null;
}
