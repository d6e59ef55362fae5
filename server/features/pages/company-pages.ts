import type { Closure } from '#domain/branches/branch.ts';
import { dayAfter, dayAt } from '#domain/branches/open-state.ts';
import { instantOf } from '#domain/branches/wall-clock.ts';
import { companyPath, listPath } from '#domain/pages/address.ts';
import type { BranchView, CompaniesView, CompanyLink, CompanyView } from '#domain/pages/page.ts';
import { freshnessOf } from '#domain/rates/freshness.ts';
import type { Reliability } from '#domain/reservations/booking.ts';
import type { BookBranch, BookCompany, Rates } from '../../book/rate-book.ts';
import { isDatabaseAway } from '../../db/away.ts';
import { createByteCache } from '../../http/byte-cache.ts';
import type { PublicCompany } from '../branches/branches.queries.ts';
import { linkOfPlace } from './branch-places.ts';
import { pageOfList } from './list-page.ts';
import { openViewOf } from './open-view.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';
import { takeTurns } from './take-turns.ts';

const HOUR = 3_600_000;
const LISTED_CITIES = 6;
const LISTED_BRANCHES = 60;
const DETAILS_BYTES = 8 * 1024 * 1024;

// A change of the company makes a new object of it, so equal ones have equal details.
const DETAILS_KEPT_MS = 60_000;
const RETRY_MS = 30_000;

export type FindShown = (companyId: number) => Promise<PublicCompany | undefined>;

// `details`: the last known ones where they could not be read.
export type FindDetails = (
  company: BookCompany,
) => Promise<{ details: PublicCompany | undefined; isRead: boolean }>;

export type CompanyReads = { findDetails: FindDetails; findReliability: FindReliability };

// null: nothing that may be said, or not read.
export type FindReliability = (companyId: number) => Promise<Reliability | null>;

type KnownDetails = {
  readonly of: BookCompany;
  readonly readAt: number;
  readonly details: PublicCompany;
  readonly bytes: number;
};

export function cacheDetails(find: FindShown, now: () => Date): FindDetails {
  const cache = createByteCache<KnownDetails>(DETAILS_BYTES, ({ bytes }) => bytes);
  return async (company) => {
    const key = String(company.id);
    const at = now().getTime();
    const known = cache.get(key);
    if (known?.of === company && Math.abs(at - known.readAt) < DETAILS_KEPT_MS)
      return { details: known.details, isRead: true };
    const details = await find(company.id).catch((error) => {
      if (!isDatabaseAway(error)) throw error;
    });
    if (!details) return { details: known?.details, isRead: false };
    cache.set(key, { of: company, readAt: at, details, bytes: 2 * JSON.stringify(details).length });
    return { details, isRead: true };
  };
}

export async function buildCompanyPage(
  context: PageContext,
  company: BookCompany,
  { findDetails, findReliability }: CompanyReads,
): Promise<BuiltPage> {
  const { base, directory } = context;
  const { rates, until: ratesUntil } = listRates(context, company);
  const [{ details, isRead }, reliability] = await Promise.all([
    findDetails(company),
    findReliability(company.id),
  ]);
  const all = details ? details.branches.map(branchView) : company.branches.map(bookBranchView);
  const branches = all.slice(0, LISTED_BRANCHES);
  const known = branches.map((branch) => ({
    listed: withComing(branch, context.at),
    state: stateOf(
      context,
      company.branches.find(({ id }) => id === branch.id),
    ),
  }));
  const until = Math.min(
    ratesUntil,
    isRead ? Number.POSITIVE_INFINITY : context.at + RETRY_MS,
    ...known.flatMap(({ listed, state }) => [listed.until, state.until]),
  );
  const slug = directory.slugOf(company);
  const view: CompanyView = {
    kind: 'company',
    name: company.name,
    slug,
    logo: company.logo,
    site: company.site,
    isPartner: company.isPartner,
    authorisation: details?.company.authorisation ?? null,
    base: nameOf(base),
    reliability,
    branchCount: all.length,
    branches: known.map(({ listed, state }) => ({ ...listed.branch, ...state.shown })),
    rates,
  };
  return pageOf(context, { path: companyPath(slug), view, isIndexed: rates.length > 0, until });
}

type ListedBranch = Omit<BranchView, 'open' | 'position' | 'place'>;
type KnownBranch = ListedBranch & { readonly id: number; readonly timeZone: string };

function branchView(branch: PublicCompany['branches'][number]): KnownBranch {
  const { id, name, address, postcode, city, phone, hours, closures, time_zone: timeZone } = branch;
  return { id, name, address, postcode, city, phone, hours, closures, timeZone };
}

function bookBranchView({ id, name, address, city, phone, closures, timeZone }: BookBranch): KnownBranch {
  return { id, name, address, postcode: '', city, phone, hours: [], closures, timeZone };
}

// State of a branch by the book: whether it is open, and where it lies.
function stateOf(context: PageContext, branch: BookBranch | undefined) {
  const { open, until } = openViewOf(context, branch);
  const place = branch && context.branchPlaces.communeOf(branch);
  const shown = { open, position: branch?.position ?? null, place: place ? linkOfPlace(place) : null };
  return { shown, until };
}

// Branch without its past closures, and until when that holds.
function withComing(
  { id: _, timeZone: zone, ...branch }: KnownBranch,
  at: number,
): { branch: ListedBranch; until: number } {
  const today = dayAt(at, zone);
  const closures = branch.closures.filter(({ to_day }) => today <= to_day);
  return { branch: { ...branch, closures }, until: Math.min(...closures.map((each) => endOf(each, zone))) };
}

function endOf({ to_day }: Closure, zone: string): number {
  return instantOf(Date.parse(`${dayAfter(to_day)}T00:00:00Z`), zone);
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

export function hasComparedRate(context: PageContext, { id }: BookCompany): boolean {
  return context.book.currencies.some(({ code }) => comparedRates(context, code, id) !== null);
}

// Companies with a compared rate, by name.
export async function listCompared(context: PageContext): Promise<BookCompany[]> {
  const listed: BookCompany[] = [];
  for await (const company of takeTurns(context.directory.companies))
    if (hasComparedRate(context, company)) listed.push(company);
  return listed;
}

export async function buildCompaniesPage(context: PageContext, page: number): Promise<BuiltPage | null> {
  const list = pageOfList(await listCompared(context), page);
  if (!list) return null;
  const { items, ...counts } = list;
  const view: CompaniesView = {
    kind: 'companies',
    ...counts,
    companies: items.map((company) => ({
      ...linkOf(context, company),
      logo: company.logo,
      isPartner: company.isPartner,
      cities: citiesOf(company).slice(0, LISTED_CITIES),
    })),
  };
  return pageOf(context, { path: listPath('/bureaux', page), view, isIndexed: counts.total > 0 });
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
