import type { Db } from '../db/open.ts';

export function listCompanies(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('companies').select(['id', 'name']).orderBy('name').execute();
}

export function listScopes(db: Db): Promise<{ scope: string; label: string }[]> {
  return db.selectFrom('scopes').select(['scope', 'label']).orderBy('scope').execute();
}

export async function findBase(db: Db): Promise<string> {
  const { code } = await db
    .selectFrom('currencies')
    .where('position', '=', 1)
    .select('code')
    .executeTakeFirstOrThrow();
  return code;
}
