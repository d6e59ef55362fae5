import { expect, test } from 'vitest';
import { sinceOf } from '#domain/rates/freshness.ts';
import { plainForm } from '../../book/plain-form.ts';
import type { BookCompany } from '../../book/rate-book.ts';
import { DatabaseAwayError } from '../../db/away.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../../testing/book.ts';
import type { PublicCompany } from '../branches/branches.queries.ts';
import { loadPlaces } from '../places/load-places.ts';
import { createBranchPlaces } from './branch-places.ts';
import {
  buildCompaniesPage,
  buildCompanyPage,
  cacheDetails,
  type FindDetails,
  type FindShown,
} from './company-pages.ts';
import { createDirectory } from './directory.ts';
import type { PageContext } from './page-context.ts';
import { buildSiteMapPage } from './text-pages.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-11-21T23:30:00Z');
const [base, dollar] = [aBookCurrency({ code: 'EUR' }), aBookCurrency()];
const limits = { freshHours: 24, staleDays: 7 };

function contextOf(companies: readonly BookCompany[], at = START): PageContext {
  const book = plainForm.create([base, dollar], companies);
  for (const { id } of companies) book.set('USD', id, someRates({ sale: 1.1 }, at));
  const since = sinceOf(limits, new Date(at));
  const directory = createDirectory(companies);
  const branchPlaces = createBranchPlaces(companies, loadPlaces());
  return { book, base, blog: null, directory, branchPlaces, limits, since, at, today: '2026-11-22' };
}

function detailsOf(authorisation: string): PublicCompany {
  return { company: { name: 'Bureau 1', authorisation }, branches: [] };
}

const readBy = (findDetails: FindDetails) => ({ findDetails, findReliability: async () => null });

function openDetails() {
  let at = START;
  const reads: number[] = [];
  let answer: () => PublicCompany | undefined = () => detailsOf('75-1');
  const find: FindShown = async (id) => {
    reads.push(id);
    return answer();
  };
  return {
    find: cacheDetails(find, () => new Date(at)),
    reads,
    answers: (next: typeof answer) => (answer = next),
    pass: (ms: number) => (at += ms),
  };
}

test('details are read once a minute for the same company, and at once after a change of it', async () => {
  const { find, reads, pass } = openDetails();
  const company = aBookCompany();
  await find(company);
  pass(MINUTE - 1);
  expect(await find(company)).toEqual({ details: detailsOf('75-1'), isRead: true });
  expect(reads).toHaveLength(1);
  await find({ ...company });
  expect(reads).toHaveLength(2);
  pass(MINUTE);
  await find(company);
  expect(reads).toHaveLength(3);
});

test('without the database the page says nothing of the authorisation, and is made again in 30 seconds', async () => {
  const { find, answers } = openDetails();
  const company = aBookCompany({ branches: [aBookBranch()] });
  answers(() => {
    throw new DatabaseAwayError();
  });
  const away = await buildCompanyPage(contextOf([company]), company, readBy(find));
  expect(away.page.view).toMatchObject({ authorisation: null, branches: [{ name: 'Gare', hours: [] }] });
  expect(away.until).toBe(START + 30_000);
  answers(() => detailsOf(''));
  const whole = await buildCompanyPage(contextOf([company]), company, readBy(find));
  expect(whole.page.view).toMatchObject({ authorisation: '' });
  expect(whole.until).toBe(START + limits.freshHours * 60 * MINUTE);
  // last known ones
  const renamed = { ...company };
  answers(() => {
    throw new DatabaseAwayError();
  });
  const again = await buildCompanyPage(contextOf([renamed]), renamed, readBy(find));
  expect([again.page.view, again.until]).toMatchObject([{ authorisation: '' }, START + 30_000]);
});

test('a closure leaves the page when its last day ends where the branch is', async () => {
  const closures = [
    { from_day: '2026-11-20', to_day: '2026-11-21', reason: 'Inventaire' },
    { from_day: '2026-12-24', to_day: '2026-12-26', reason: 'Noël' },
  ];
  const company = aBookCompany({
    branches: [
      aBookBranch({ id: 1, name: 'Paris', closures }),
      aBookBranch({ id: 2, name: 'Fort-de-France', timeZone: 'America/Martinique', closures }),
    ],
  });
  const unknown = async () => ({ details: undefined, isRead: true });
  // half past midnight in Paris, half past seven in the evening in Martinique
  const { page, until } = await buildCompanyPage(contextOf([company]), company, readBy(unknown));
  expect(page.view).toMatchObject({
    branches: [
      { closures: [{ reason: 'Noël' }] },
      { closures: [{ reason: 'Inventaire' }, { reason: 'Noël' }] },
    ],
  });
  expect(new Date(until).toISOString()).toBe('2026-11-22T04:00:00.000Z');
});

test('a long list has as many pages as it needs, and no more', async () => {
  const context = contextOf(Array.from({ length: 405 }, (_, i) => aBookCompany({ id: i + 1 })));
  const [first, second] = [await buildCompaniesPage(context, 1), await buildCompaniesPage(context, 2)];
  const namesOf = (built: typeof first) =>
    built?.page.view.kind === 'companies' ? built.page.view.companies.map(({ name }) => name) : [];
  expect([namesOf(first).length, namesOf(second).length]).toEqual([400, 5]);
  expect(new Set([...namesOf(first), ...namesOf(second)]).size).toBe(405);
  expect(second?.page).toMatchObject({ path: '/bureaux/page/2', view: { page: 2, pages: 2, total: 405 } });
  expect(await buildCompaniesPage(context, 3)).toBeNull();
  const map = await buildSiteMapPage(context);
  expect(map.page.view).toMatchObject({ companyCount: 405 });
  expect('companies' in map.page.view && map.page.view.companies).toHaveLength(400);
});

test('reliability is said where it may be', async () => {
  const company = aBookCompany();
  const reliability = { reservations: 20, accepted: 0.95, on_time: 1, honoured: null };
  const reads = {
    ...readBy(async () => ({ details: undefined, isRead: true })),
    findReliability: async () => reliability,
  };
  const { page } = await buildCompanyPage(contextOf([company]), company, reads);
  expect(page.view).toMatchObject({ reliability });
});
