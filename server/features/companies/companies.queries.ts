import { sql } from 'kysely';
import type { CompaniesQuery, CompanyName } from '#domain/companies/company.ts';
import type { CompanyDraft } from '#domain/companies/company-draft.ts';
import type { FeesDraft } from '#domain/companies/fees-draft.ts';
import { companyFieldNames, feesFieldNames } from '#domain/companies/fields.ts';
import { PAGE_SIZE } from '#domain/lists/page.ts';
import { pick } from '#domain/validation/fields.ts';
import type { Db } from '../../db/open.ts';
import { matchesSearch, matchRank } from '../../db/search.ts';
import { readTotal, selectTotal } from '../../db/select-page.ts';
import { hasFactorOfUser, scopesOfUser } from '../../db/user-scopes.ts';

const LISTED_COLUMNS = [
  'id',
  'logo',
  'requires_second_factor',
  ...feesFieldNames,
  ...companyFieldNames,
] as const;
const isAdmitted = () =>
  sql<boolean>`exists (select from reservation_terms where company_id = companies.id and admitted_at is not null)`.as(
    'is_admitted',
  );
const MAX_NAMES = 20;

// `ids` null: companies are not restricted.
export async function selectCompanyPage(
  db: Db,
  { page = 1, q = '', sort }: CompaniesQuery,
  ids: readonly number[] | null,
) {
  const found = foundByName(db, q).$if(ids !== null, (qb) =>
    qb.where(sql<boolean>`companies.id = any(${ids ?? []}::int[])`),
  );
  const companies = await sorted(found, q, sort)
    .select(LISTED_COLUMNS)
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .select([isAdmitted(), selectTotal()])
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE)
    .execute();
  const total = await readTotal(companies, page, () =>
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  );
  return { companies, total };
}

export async function selectMatchingNames(db: Db, q: string): Promise<CompanyName[]> {
  return sorted(foundByName(db, q), q, undefined).select(['id', 'name']).limit(MAX_NAMES).execute();
}

export async function selectCompany(db: Db, id: number) {
  const row = await db
    .selectFrom('companies')
    .where('id', '=', id)
    .select(LISTED_COLUMNS)
    .select((eb) => eb('suspended_at', 'is not', null).$castTo<boolean>().as('is_suspended'))
    .select(isAdmitted())
    .executeTakeFirst();
  return row ?? null;
}

export async function selectCompanyUsers(db: Db, companyIds: readonly number[]) {
  return db
    .selectFrom('users')
    .where(sql<boolean>`company_id = any(${companyIds}::int[])`)
    .where('erased_at', 'is', null)
    .select(['id', 'company_id', 'mail', 'phone', 'name', 'surname', 'status', 'suspended_at'])
    .select([scopesOfUser(), hasFactorOfUser()])
    .orderBy(sql`search_text(surname)`)
    .orderBy('search')
    .orderBy('id')
    .execute();
}

function foundByName(db: Db, q: string) {
  const companies = db.selectFrom('companies');
  return q.trim() === '' ? companies : companies.where(matchesSearch('search', q));
}

function sorted(found: ReturnType<typeof foundByName>, q: string, sort: CompaniesQuery['sort']) {
  if (sort === 'id') return found.orderBy('id');
  if (sort === '-id') return found.orderBy('id', 'desc');
  if (sort === '-name') return found.orderBy('search', 'desc').orderBy('id', 'desc');
  const best = sort === undefined && q.trim() !== '' ? found.orderBy(matchRank('search', q)) : found;
  return best.orderBy('search').orderBy('id');
}

/** Locks the company; its fixings wait. */
export async function selectCompanyForUpdate(trx: Db, id: number) {
  const row = await trx
    .selectFrom('companies')
    .where('id', '=', id)
    .select(['suspended_at', ...LISTED_COLUMNS])
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { logo, suspended_at, requires_second_factor } = row;
  return {
    logo,
    isSuspended: suspended_at !== null,
    requiresFactor: requires_second_factor,
    fees: pick(row, feesFieldNames),
    fields: pick(row, companyFieldNames),
  };
}

export async function insertCompany(trx: Db, company: CompanyDraft & { logo: string; created_at: Date }) {
  return trx.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow();
}

export async function updateCompany(trx: Db, id: number, fields: CompanyDraft): Promise<void> {
  await trx.updateTable('companies').set(fields).where('id', '=', id).execute();
}

export async function updateFees(trx: Db, id: number, fees: FeesDraft): Promise<void> {
  await trx.updateTable('companies').set(fees).where('id', '=', id).execute();
}

export async function updateFactorRequirement(trx: Db, id: number, isRequired: boolean): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ requires_second_factor: isRequired })
    .where('id', '=', id)
    .execute();
}

/** `suspendedAt` null: compared again. */
export async function updateSuspension(trx: Db, id: number, suspendedAt: Date | null): Promise<void> {
  await trx.updateTable('companies').set({ suspended_at: suspendedAt }).where('id', '=', id).execute();
}
