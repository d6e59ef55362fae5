import type { Db } from '../../db/open.ts';
import { searchForm } from '../../db/search.ts';

export async function listCompanies(db: Db) {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'phone', 'email'])
    .orderBy(searchForm('name'))
    .orderBy('id')
    .execute();
}

export async function listCompanyUsers(db: Db) {
  return db
    .selectFrom('users')
    .where('company_id', 'is not', null)
    .select(['id', 'company_id', 'mail', 'phone', 'name', 'surname', 'status'])
    .orderBy(searchForm('surname'))
    .orderBy(searchForm('name'))
    .orderBy('id')
    .execute();
}
