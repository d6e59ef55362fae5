import { companyPath } from '#domain/pages/address.ts';
import type { BranchView, CompaniesView, CompanyLink, CompanyView } from '#domain/pages/page.ts';
import { freshnessOf } from '#domain/rates/freshness.ts';
import type { BookCompany, Rates } from '../../book/rate-book.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import type { PublicCompany } from '../branches/branches.queries.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';
import { takeTurns } from './take-turns.ts';

const HOUR = 3_600_000;
// Companies of one page, which stays under 100 kB.
const MOST_LISTED = 400;
const LISTED_CITIES = 6;
const DETAILS_BYTES = 8 * 1024 * 1024;

export type FindDetails = (companyId: number) => Promise<PublicCompany | undefined>;

// Details of companies, the last known ones while the database is away.
export function cacheDetails(find: FindDetails): FindDetails {
  const known = createByteCache<PublicCompany>(
    DETAILS_BYTES,
    (details) => 2 * JSON.stringify(details).length,
  );
  return async (id) => {
    try {
      const details = await find(id);
      if (details) known.set(String(id), details);
      return details;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return known.get(String(id));
    }
  };
}

export async function buildCompanyPage(
  context: PageContext,
  company: BookCompany,
  findDetails: FindDetails,
): Promise<BuiltPage> {
  const { base, directory } = context;
  const { rates, until } = listRates(context, company);
  const details = await findDetails(company.id);
  const slug = directory.slugOf(company);
  const view: CompanyView = {
    kind: 'company',
    name: company.name,
    slug,
    logo: company.logo,
    site: company.site,
    isPartner: company.isPartner,
    authorisation: details?.company.authorisation ?? '',
    base: nameOf(base),
    branches: details ? details.branches.map(branchView) : company.branches.map(bookBranchView),
    rates,
  };
  return pageOf(context, { path: companyPath(slug), view, isIndexed: rates.length > 0, until });
}

function branchView(branch: PublicCompany['branches'][number]): BranchView {
  const { name, address, postcode, city, phone, hours, closures } = branch;
  return { name, address, city: `${postcode} ${city}`.trim(), phone, hours, closures };
}

function bookBranchView({
  name,
  address,
  city,
  phone,
  closures,
}: BookCompany['branches'][number]): BranchView {
  return { name, address, city, phone, hours: [], closures };
}

function listRates(context: PageContext, company: BookCompany) {
  const { book, base, limits } = context;
  let until = Number.POSITIVE_INFINITY;
  const rates = book.currencies.flatMap((currency) => {
    const fixed = currency === base ? null : comparedRates(context, currency.code, company.id);
    if (!fixed) return [];
    const { sale, purchase, updatedAt } = fixed;
    const isFresh = freshnessOf(updatedAt, context.since) === 'fresh';
    until = Math.min(until, updatedAt + (isFresh ? limits.freshHours : limits.staleDays * 24) * HOUR);
    return [{ ...nameOf(currency), sale, purchase, fixedAt: updatedAt, isFresh }];
  });
  return { rates, until };
}

// null: not fixed, or too long ago to be compared.
function comparedRates({ book, since }: PageContext, code: string, companyId: number): Rates | null {
  const rates = book.ratesOf(code, companyId);
  return rates && freshnessOf(rates.updatedAt, since) !== 'stale' ? rates : null;
}

// Companies with a compared rate, by name, up to MOST_LISTED.
export async function listCompared(context: PageContext): Promise<readonly BookCompany[]> {
  const { book, directory } = context;
  const compared: BookCompany[] = [];
  for await (const company of takeTurns(directory.companies)) {
    if (compared.length === MOST_LISTED) break;
    if (book.currencies.some(({ code }) => comparedRates(context, code, company.id))) compared.push(company);
  }
  return compared;
}

export async function buildCompaniesPage(context: PageContext): Promise<BuiltPage> {
  const companies = await listCompared(context);
  const view: CompaniesView = {
    kind: 'companies',
    companies: companies.map((company) => ({
      ...linkOf(context, company),
      isPartner: company.isPartner,
      cities: citiesOf(company).slice(0, LISTED_CITIES),
    })),
  };
  return pageOf(context, { path: '/bureaux', view, isIndexed: companies.length > 0 });
}

export function lastFixedAt(context: PageContext, { id }: BookCompany): number {
  const rates = context.book.currencies.map(({ code }) => comparedRates(context, code, id)?.updatedAt ?? 0);
  return Math.max(...rates);
}

export function linkOf({ directory }: PageContext, company: BookCompany): CompanyLink {
  return { name: company.name, slug: directory.slugOf(company) };
}

export function citiesOf({ branches }: Pick<BookCompany, 'branches'>): string[] {
  return [...new Set(branches.map(({ city }) => city).filter(Boolean))];
}
