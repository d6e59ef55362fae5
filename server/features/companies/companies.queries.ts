import { sql } from 'kysely';
import type { CompanyDraft } from '#domain/companies/company-draft.ts';
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
    .where('erased_at', 'is', null)
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

const FIELDS = ['name', 'site', 'phone', 'email', 'is_partner'] as const;

/** The row as it is, held until the transaction ends; fixings of the bureau wait as for each other. */
export async function holdCompany(trx: Db, id: number) {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', id)
    .select(['logo', 'suspended_at', ...FIELDS])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { logo, suspended_at, ...fields } = row;
  return { logo, isSuspended: suspended_at !== null, fields };
}

export async function insertCompany(trx: Db, company: CompanyDraft & { logo: string; created_at: Date }) {
  return trx
    .insertInto('companies')
    .values(company)
    .returning(['id', 'logo', ...FIELDS])
    .executeTakeFirstOrThrow();
}

export async function updateCompany(trx: Db, id: number, fields: CompanyDraft): Promise<void> {
  await trx.updateTable('companies').set(fields).where('id', '=', id).execute();
}

/** `suspendedAt` null: compared again. */
export async function updateSuspension(trx: Db, id: number, suspendedAt: Date | null): Promise<void> {
  await trx.updateTable('companies').set({ suspended_at: suspendedAt }).where('id', '=', id).execute();
}
