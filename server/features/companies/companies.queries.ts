import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { searchForm } from '../../db/search.ts';

export async function listCompanies(db: Db) {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'site', 'logo', 'phone', 'email', 'is_partner'])
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .orderBy(searchForm('name'))
    .orderBy('id')
    .execute();
}

export async function listCompanyUsers(db: Db) {
  return db
    .selectFrom('users')
    .where('company_id', 'is not', null)
    .select(['id', 'company_id', 'mail', 'phone', 'name', 'surname', 'status', 'suspended_at'])
    .select(
      sql<string[]>`array(select scope from user_scopes where user_id = users.id order by scope)`.as(
        'scopes',
      ),
    )
    .orderBy(searchForm('surname'))
    .orderBy(searchForm('name'))
    .orderBy('id')
    .execute();
}
