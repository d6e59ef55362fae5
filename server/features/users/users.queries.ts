import { sql } from 'kysely';
import { DIRECTORY_PAGE } from '#domain/iam/directory-page.ts';
import type { Db } from '../../db/open.ts';

export async function listUsers(db: Db, page: number) {
  return db
    .selectFrom('users')
    .leftJoin('companies', 'companies.id', 'users.company_id')
    .select(['users.id', 'mail', 'users.phone', 'users.name', 'surname', 'role', 'status'])
    .select(['company_id', 'companies.name as company_name'])
    .select((eb) => eb('users.suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .orderBy(sql`lower(mail)`)
    .limit(DIRECTORY_PAGE)
    .offset((page - 1) * DIRECTORY_PAGE)
    .execute();
}

/** One user with what an administrator may change; null when there is none. */
export async function findUser(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'mail', 'name', 'surname', 'phone', 'company_id', 'role', 'status'])
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .select(
      sql<string[]>`array(select scope from user_scopes where user_id = users.id order by scope)`.as(
        'scopes',
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}
