import { sql } from 'kysely';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import type { NamedObject, ObjectType } from '#domain/objects/object.ts';
import type { Db } from '../../db/open.ts';
import { matchesSearch, matchRank } from '../../db/search.ts';

export type Viewer = {
  userId: number;
  companyId: number | null;
  seesAllCompanies: boolean;
  seesAllUsers: boolean;
};

/** Absent: no filter. `codes`: currencies that match the text, best first. */
export type ObjectsFilter = {
  type?: ObjectType;
  id?: string;
  search?: { text: string; codes: readonly string[] };
};

export async function selectObjects(
  db: Db,
  viewer: Viewer,
  { type, id, search }: ObjectsFilter,
  page: number,
): Promise<{ objects: NamedObject[]; total: number }> {
  const found = db
    .selectFrom(everythingFor(db, viewer, search?.codes ?? []).as('objects'))
    .$if(type !== undefined, (qb) => qb.where('type', '=', type ?? 'company'))
    .$if(id !== undefined, (qb) => qb.where('id', '=', id ?? ''))
    .$if(search !== undefined, (qb) =>
      qb.where((eb) => eb.or([eb('place', 'is not', null), matchesSearch('search', search?.text ?? '')])),
    );
  const [objects, { total }] = await Promise.all([
    found
      .select(['id', 'type', 'label'])
      .orderBy('type')
      .orderBy('place')
      .$if(search !== undefined, (qb) => qb.orderBy(matchRank('search', search?.text ?? '')))
      .orderBy('search')
      .orderBy('id')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { objects, total };
}

/** `search`: label in the form that searches compare; `place`: a currency's rank among the matches. */
function everythingFor(db: Db, viewer: Viewer, codes: readonly string[]) {
  const { userId, companyId, seesAllCompanies, seesAllUsers } = viewer;
  const place = sql<number | null>`null::int`.as('place');
  const companies = db
    .selectFrom('companies')
    .$if(!seesAllCompanies, (qb) => qb.where('id', '=', companyId))
    .select([sql<string>`'company-' || id`.as('id'), sql<ObjectType>`'company'`.as('type'), 'name as label'])
    .select(['search', place]);
  const users = db
    .selectFrom('users')
    .where('erased_at', 'is', null)
    .$if(!seesAllUsers, (qb) =>
      qb.where((eb) => eb.or([eb('id', '=', userId), eb('company_id', '=', companyId)])),
    )
    .select([sql<string>`'user-' || id`.as('id'), sql<ObjectType>`'user'`.as('type')])
    .select([sql<string>`trim(name || ' ' || surname)`.as('label'), 'search', place]);
  const currencies = db
    .selectFrom('currencies')
    .select([sql<string>`'currency-' || code`.as('id'), sql<ObjectType>`'currency'`.as('type'), 'label'])
    .select(sql<string>`search_text(label)`.as('search'))
    .select(sql<number | null>`array_position(${codes}::text[], code)`.as('place'));
  const articles = db
    .selectFrom('articles')
    .select([sql<string>`'article-' || id`.as('id'), sql<ObjectType>`'article'`.as('type')])
    .select(['title as label', sql<string>`search_text(title)`.as('search'), place]);
  return companies.unionAll(users).unionAll(currencies).unionAll(articles);
}
