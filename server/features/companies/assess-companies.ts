import {
  type Assessment,
  assessCompany,
  type CompanyFacts,
  matchesFilter,
} from '#domain/companies/assess-company.ts';
import { type CompanyCounts, companyFilters } from '#domain/companies/assessment.ts';
import { type FreshnessLimits, sinceOf } from '#domain/rates/freshness.ts';
import type { Db } from '../../db/open.ts';
import { selectCompanyUsers } from './companies.queries.ts';
import { selectCompanyFacts } from './company-facts.queries.ts';

export type CompanyUser = Awaited<ReturnType<typeof selectCompanyUsers>>[number];
export type AssessedCompany = Assessment &
  Pick<CompanyFacts, 'isSuspended' | 'isAdmitted'> & { users: readonly CompanyUser[] };

// Assessments, and the users that they are made of, by company. `ids` null: every company.
export async function assessCompanies(
  db: Db,
  ids: readonly number[] | null,
  { config, at }: { config: FreshnessLimits; at: Date },
): Promise<ReadonlyMap<number, AssessedCompany>> {
  const rows = await selectCompanyFacts(db, ids, { at, fresh: new Date(sinceOf(config, at).fresh) });
  const users = await selectCompanyUsers(
    db,
    rows.map(({ id }) => id),
  );
  const byCompany = Map.groupBy(users, (user) => user.company_id);
  return new Map(
    rows.map(({ id, ...facts }) => {
      const users = byCompany.get(id) ?? [];
      const staff = users.map((user) => ({
        id: user.id,
        name: `${user.name} ${user.surname}`.trim(),
        hasCome: user.status !== 'awaiting_password',
        isSuspended: user.suspended_at !== null,
        hasFactor: user.has_factor,
        scopes: user.scopes,
      }));
      const { isSuspended, isAdmitted } = facts;
      return [id, { isSuspended, isAdmitted, users, ...assessCompany({ ...facts, staff }) }];
    }),
  );
}

// Companies of each filter of the administrator's list.
export async function countCompanies(
  db: Db,
  parts: { config: FreshnessLimits; at: Date },
): Promise<CompanyCounts> {
  const all = [...(await assessCompanies(db, null, parts)).values()];
  const counts = companyFilters.map((filter) => [
    filter,
    all.filter((company) => matchesFilter(company, company, filter)).length,
  ]);
  // each filter has its count
  return Object.fromEntries(counts) as CompanyCounts;
}
