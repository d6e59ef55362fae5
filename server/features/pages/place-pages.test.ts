import { expect, test } from 'vitest';
import type { PlaceView } from '#domain/pages/page.ts';
import type { Place } from '#domain/places/place.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { plainForm } from '../../book/plain-form.ts';
import type { BookBranch, BookCompany, Openings } from '../../book/rate-book.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../../testing/book.ts';
import { loadPlaces } from '../places/load-places.ts';
import { createBranchPlaces } from './branch-places.ts';
import { createDirectory } from './directory.ts';
import type { PageContext } from './page-context.ts';
import { buildPlacePage, buildPlacesPage, placeOfSlug } from './place-pages.ts';

// a Monday in Paris
const NOON = Date.parse('2026-11-23T11:00:00Z');
const HOUR = 3_600_000;
const [base, dollar] = [aBookCurrency({ code: 'EUR' }), aBookCurrency()];
const limits = { freshHours: 24, staleDays: 7 };
const LYON = { lat: 45.76, lon: 4.85 };

function contextOf(
  companies: readonly BookCompany[],
  { at = NOON, openings = new Map() as Openings } = {},
): PageContext {
  const book = plainForm.create([base, dollar], companies, openings);
  for (const { id } of companies) book.set('USD', id, someRates({ sale: 1 + id / 100 }, NOON - HOUR));
  return {
    book,
    base,
    blog: null,
    directory: createDirectory(companies),
    branchPlaces: createBranchPlaces(companies, loadPlaces()),
    limits,
    since: sinceOf(limits, new Date(at)),
    at,
    today: '2026-11-23',
  };
}

const withBranches = (id: number, ...branches: BookBranch[]) => aBookCompany({ id, branches });
const placeAt = (slug: string) => placeOfSlug(slug) as Place;

function viewOf(context: PageContext, slug: string) {
  const { page, until } = buildPlacePage(context, placeAt(slug));
  // a place page has this view
  return { page, until, view: page.view as PlaceView };
}

test.each([
  ['saint-denis-93', '93066'],
  ['saint-denis-974', '97411'],
  ['lyon-69', '69123'],
  ['lyon-3e-arrondissement-69', '69123'],
  ['paris-15e-arrondissement-75', '75056'],
  ['marseille-8e-arrondissement-13', '13055'],
  ['ajaccio-2a', '2A004'],
  ['aeroport-lys', 'LYS'],
  ['y-80', '80829'],
])('%s is the place %s', (slug, code) => {
  expect(placeOfSlug(slug)?.code).toBe(code);
});

test.each([
  'lyon',
  'lyon-70',
  'la-defense-92',
  'aeroport-xyz',
  'lyon-saint-exupery-lys',
  '',
  '-',
  'a-'.repeat(90),
])('%j is no place', (slug) => {
  expect(placeOfSlug(slug)).toBeNull();
});

test.each<[string, Partial<BookBranch>, string[]]>([
  ['the city of its name that it lies in', { position: LYON }, ['69123']],
  ['its city as it was typed', { city: 'LYON CEDEX 03', position: LYON }, ['69123']],
  ['the city of its arrondissement', { city: 'Lyon 3e arrondissement', position: LYON }, ['69123']],
  ['one of two of a name', { city: 'Saint-Denis', position: { lat: -20.88, lon: 55.45 } }, ['97411']],
  ['none of two of a name without a position', { city: 'Saint-Denis' }, []],
  ['the only one of its name', { city: 'Fort-de-France' }, ['97209']],
  ['none abroad', { city: 'Genève', position: { lat: 46.2, lon: 6.14 } }, []],
  [
    'its commune and its airport',
    { city: 'Colombier-Saugnieu', kind: 'airport', position: { lat: 45.7209, lon: 5.0797 } },
    ['69299', 'LYS'],
  ],
  [
    'an airport 6 km from the middle of its commune',
    { city: 'Mérignac', kind: 'airport', position: { lat: 44.8425, lon: -0.6451 } },
    ['33281', 'BOD'],
  ],
])('a branch belongs to %s', (_what, fields, codes) => {
  const { places } = createBranchPlaces([withBranches(1, aBookBranch(fields))], loadPlaces());
  expect(places.map(({ code }) => code).sort()).toEqual(codes);
});

test('the page of a city tells its branches and the best rate among them alone', () => {
  const context = contextOf([
    withBranches(1, aBookBranch({ id: 1, position: LYON })),
    withBranches(2, aBookBranch({ id: 2, position: LYON, percent: -900 })),
    withBranches(3, aBookBranch({ id: 3, city: 'Nice', position: { lat: 43.7, lon: 7.26 } })),
  ]);
  const { view, page } = viewOf(context, 'lyon-69');
  expect(page).toMatchObject({ path: '/change/lyon-69', isIndexed: true });
  expect(view).toMatchObject({ branchCount: 2, companyCount: 2, place: { name: 'Lyon', area: '69' } });
  // 3 pays more elsewhere, and 2 nine percent less at its branch
  expect(view.rates).toMatchObject([
    { code: 'USD', best: { company: { name: 'Bureau 1' }, received: 505_00 } },
  ]);
  expect(view.nearest).toEqual([]);
});

test('a commune without a branch is no page of an index, and leads to the nearest ones', async () => {
  const context = contextOf([withBranches(1, aBookBranch({ position: LYON }))]);
  const { page, view } = viewOf(context, 'villeurbanne-69');
  expect(page.isIndexed).toBe(false);
  expect(view.branches).toEqual([]);
  expect(view.nearest).toMatchObject([{ slug: 'lyon-69', metres: expect.any(Number) }]);
  const list = await buildPlacesPage(context, 1);
  expect(list?.page.view).toMatchObject({ places: [{ slug: 'lyon-69', branches: 1 }], total: 1 });
  expect(await buildPlacesPage(context, 2)).toBeNull();
});

test('a company that is no longer compared has no branch there', () => {
  const context = contextOf([withBranches(1, aBookBranch({ position: LYON }))], { at: NOON + 8 * 24 * HOUR });
  expect(viewOf(context, 'lyon-69').page.isIndexed).toBe(false);
});

test.each([
  [NOON, true, 'Ouvert jusqu’à 19\u00a0h', NOON + 7 * HOUR],
  // said by the hour until it closes
  [NOON + 6.9 * HOUR, true, 'Ouvert jusqu’à 19\u00a0h', NOON + 7 * HOUR],
  [NOON + 7 * HOUR, false, 'Ouvre demain à\u00a09\u00a0h', NOON + 12 * HOUR],
  [NOON + 12 * HOUR, false, 'Ouvre à\u00a09\u00a0h', NOON + 21 * HOUR],
])('at %i the page says how long its branch is open, until that changes', (at, isOpen, words, until) => {
  const openings: Openings = new Map([
    [
      'week',
      {
        stretches: [
          ['2026-11-23', NOON - 3 * HOUR, NOON + 7 * HOUR],
          ['2026-11-24', NOON + 21 * HOUR, NOON + 31 * HOUR],
        ],
        until: NOON + 7 * 24 * HOUR,
      },
    ],
  ]);
  const company = withBranches(1, aBookBranch({ position: LYON, openingKey: 'week' }));
  const { page, until: expires } = buildPlacePage(contextOf([company], { at, openings }), placeAt('lyon-69'));
  expect(page.view).toMatchObject({ branches: [{ open: { isOpen, words } }] });
  expect(expires).toBe(until);
});

test('a long list of branches is cut, and says so', () => {
  const branches = Array.from({ length: 130 }, (_, i) => aBookBranch({ id: i + 1, position: LYON }));
  const { view } = viewOf(contextOf([withBranches(1, ...branches)]), 'lyon-69');
  expect([view.branches.length, view.branchCount]).toEqual([60, 130]);
});
