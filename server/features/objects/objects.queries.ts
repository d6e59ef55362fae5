import { sql } from 'kysely';
import { MAX_OBJECTS, type NamedObject, type ObjectType } from '#domain/objects/object.ts';
import type { Db } from '../../db/open.ts';
import { holdsText, searchForm } from '../../db/search.ts';

/** Whose eyes these are: without a right to all, the own company, its people and oneself. */
export type Viewer = {
  userId: number;
  companyId: number | null;
  seesAllCompanies: boolean;
  seesAllUsers: boolean;
};

/** Each one absent: no filter. */
export type ObjectsFilter = { type?: ObjectType; text?: string; id?: string };

/** What the viewer may see, by type and name. */
export async function listObjects(
  db: Db,
  { userId, companyId, seesAllCompanies, seesAllUsers }: Viewer,
  { type, text, id }: ObjectsFilter,
): Promise<NamedObject[]> {
  const companies = db
    .selectFrom('companies')
    .$if(!seesAllCompanies, (qb) => qb.where('id', '=', companyId))
    .select([sql<string>`'company-' || id`.as('id'), sql<ObjectType>`'company'`.as('type'), 'name as label']);
  const users = db
    .selectFrom('users')
    .where('erased_at', 'is', null)
    .$if(!seesAllUsers, (qb) =>
      qb.where((eb) => eb.or([eb('id', '=', userId), eb('company_id', '=', companyId)])),
    )
    .select([sql<string>`'user-' || id`.as('id'), sql<ObjectType>`'user'`.as('type')])
    .select(sql<string>`trim(name || ' ' || surname)`.as('label'));
  const currencies = db
    .selectFrom('currencies')
    .select([sql<string>`'currency-' || code`.as('id'), sql<ObjectType>`'currency'`.as('type'), 'label']);
  const articles = db
    .selectFrom('articles')
    .select([
      sql<string>`'article-' || id`.as('id'),
      sql<ObjectType>`'article'`.as('type'),
      'title as label',
    ]);
  return db
    .selectFrom(companies.unionAll(users).unionAll(currencies).unionAll(articles).as('objects'))
    .$if(type !== undefined, (qb) => qb.where('type', '=', type ?? 'company'))
    .$if(text !== undefined, (qb) => qb.where(holdsText('label', text ?? '')))
    .$if(id !== undefined, (qb) => qb.where('id', '=', id ?? ''))
    .select(['id', 'type', 'label'])
    .orderBy('type')
    .orderBy(searchForm('label'))
    .orderBy('id')
    .limit(MAX_OBJECTS)
    .execute();
}
