import type { Company } from '#domain/companies/company.ts';
import type { Me } from '#domain/iam/me.ts';
import { call } from '#web/shared/api/client.ts';

/** `company` null: none has this number. */
export type CompanyData = { company: Company | null };

export async function loadCompany(
  _user: Me,
  { signal }: Pick<Request, 'signal'>,
  { id }: { id?: string },
): Promise<CompanyData> {
  const companies = await call('GET /api/companies', { signal });
  return { company: companies.find((company) => String(company.id) === id) ?? null };
}
