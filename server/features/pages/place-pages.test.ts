import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type Decimal, decimalOf } from '#domain/money/decimal.ts';
import { slugOfPlace } from '#domain/pages/address.ts';
import type { PlaceView } from '#domain/pages/page.ts';
import { placeOf, unpackPlace } from '#domain/places/packed.ts';
import type { Place } from '#domain/places/place.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import { plainForm } from '../../book/plain-form.ts';
import type { BookBranch, BookCompany, Openings } from '../../book/rate-book.ts';
import { DatabaseAwayError } from '../../db/away.ts';
import { aBookBranch, aBookCompany, aBookCurrency, someRates } from '../../testing/book.ts';
import { loadPlaces } from '../places/load-places.ts';
import { cacheAreaOffers, type ReadAreaOffers } from './area-offers.ts';
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

const noPast: ReadAreaOffers = async () => ({ offers: [], until: Number.POSITIVE_INFINITY });

async function viewOf(context: PageContext, slug: string, readAreaOffers = noPast) {
  const { page, until } = await buildPlacePage(context, placeAt(slug), readAreaOffers);
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

test('each commune has a slug of its own, though 1,438 names repeat', () => {
  const packed = brotliDecompressSync(readFileSync('content/places.tsv.br')).toString().trimEnd();
  const communes = packed
    .split('\n')
    .map(unpackPlace)
    .filter(({ kind }) => kind === 'commune');
  const byName = Map.groupBy(communes, ({ name }) => name);
  expect([...byName.values()].filter((named) => named.length > 1)).toHaveLength(1_438);
  const places = loadPlaces();
  const lost = communes.filter(
    (commune) => places.communeBySlug(slugOfPlace(placeOf(commune)))?.code !== commune.code,
  );
  expect(lost).toEqual([]);
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

test('the page of a city tells its branches and the best rate among them alone', async () => {
  const context = contextOf([
    withBranches(1, aBookBranch({ id: 1, position: LYON })),
    withBranches(2, aBookBranch({ id: 2, position: LYON, percent: -900 })),
    withBranches(3, aBookBranch({ id: 3, city: 'Nice', position: { lat: 43.7, lon: 7.26 } })),
  ]);
  const { view, page } = await viewOf(context, 'lyon-69');
  expect(page).toMatchObject({ path: '/change/lyon-69', isIndexed: true });
  expect(view).toMatchObject({ branchCount: 2, companyCount: 2, place: { name: 'Lyon', area: '69' } });
  // 3 pays more elsewhere, and 2 nine percent less at its branch
  expect(view.rates).toMatchObject([
    { code: 'USD', best: { company: { name: 'Bureau 1' }, received: 505_00 } },
  ]);
  expect(view.nearest).toEqual([]);
});

test('a commune without a branch leads to three far places at most', async () => {
  const far = [
    { city: 'Nice', position: { lat: 43.7, lon: 7.26 } },
    { city: 'Lille', position: { lat: 50.63, lon: 3.06 } },
    { city: 'Bordeaux', position: { lat: 44.84, lon: -0.58 } },
    { city: 'Toulouse', position: { lat: 43.6, lon: 1.44 } },
  ];
  const branches = [{ position: LYON }, ...far].map((fields, id) => aBookBranch({ ...fields, id }));
  const { view } = await viewOf(contextOf([withBranches(1, ...branches)]), 'villeurbanne-69');
  expect(view.nearest.map(({ name }) => name)).toEqual(['Lyon', 'Nice', 'Toulouse']);
});

test('a commune without a branch is no page of an index, and leads to the nearest ones', async () => {
  const context = contextOf([withBranches(1, aBookBranch({ position: LYON }))]);
  const { page, view } = await viewOf(context, 'villeurbanne-69');
  expect(page.isIndexed).toBe(false);
  expect(view.branches).toEqual([]);
  expect(view.nearest).toMatchObject([{ slug: 'lyon-69', metres: expect.any(Number) }]);
  const list = await buildPlacesPage(context, 1);
  expect(list?.page.view).toMatchObject({ places: [{ slug: 'lyon-69', branches: 1 }], total: 1 });
  expect(await buildPlacesPage(context, 2)).toBeNull();
});

test('a company that is no longer compared has no branch there', async () => {
  const context = contextOf([withBranches(1, aBookBranch({ position: LYON }))], { at: NOON + 8 * 24 * HOUR });
  expect((await viewOf(context, 'lyon-69')).page.isIndexed).toBe(false);
});

test.each([
  [NOON, true, 'Ouvert jusqu’à 19\u00a0h', NOON + 7 * HOUR],
  // said by the hour until it closes
  [NOON + 6.9 * HOUR, true, 'Ouvert jusqu’à 19\u00a0h', NOON + 7 * HOUR],
  [NOON + 7 * HOUR, false, 'Ouvre demain à\u00a09\u00a0h', NOON + 12 * HOUR],
  [NOON + 12 * HOUR, false, 'Ouvre à\u00a09\u00a0h', NOON + 21 * HOUR],
])('at %i the page says how long its branch is open, until that changes', async (at, isOpen, words, until) => {
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
  const { page, until: expires } = await viewOf(contextOf([company], { at, openings }), 'lyon-69');
  expect(page.view).toMatchObject({ branches: [{ open: { isOpen, words } }] });
  expect(expires).toBe(until);
});

test('a long list of branches is cut, and says so', async () => {
  const branches = Array.from({ length: 130 }, (_, i) => aBookBranch({ id: i + 1, position: LYON }));
  const { view } = await viewOf(contextOf([withBranches(1, ...branches)]), 'lyon-69');
  expect([view.branches.length, view.branchCount]).toEqual([60, 130]);
});

describe('past offers of an area', () => {
  const context = contextOf([withBranches(1, aBookBranch({ position: LYON }))]);
  const [best, median, everywhere] = [1.1, 1.05, 1.12].map(decimalOf) as [Decimal, Decimal, Decimal];
  const offers = [{ code: 'USD', best, median, everywhere }];

  test.each([
    ['lyon-69', '69'],
    ['aeroport-lys', 'LYS'],
  ])('%s shows those of %s beside the best ones of the country', async (slug, area) => {
    const asked: unknown[] = [];
    const lyons = contextOf([
      withBranches(1, aBookBranch({ position: LYON })),
      withBranches(2, aBookBranch({ kind: 'airport', position: { lat: 45.7209, lon: 5.0797 } })),
    ]);
    const read = cacheAreaOffers(async (...args) => {
      asked.push(args);
      return offers;
    });
    const { view } = await viewOf(lyons, slug, read);
    await viewOf(lyons, slug, read);
    expect(asked).toEqual([[area, { codes: ['USD'], from: '2026-10-25' }]]);
    expect(view.past).toMatchObject([
      { code: 'USD', best: 550_00, median: 525_00, everywhere: 560_00, missing: 8_93 },
    ]);
  });

  test('a gain over the country is negative', async () => {
    const { view } = await viewOf(
      context,
      'lyon-69',
      cacheAreaOffers(async () => [{ code: 'USD', best: everywhere, median, everywhere: best }]),
    );
    expect(view.past).toMatchObject([{ missing: -9_09 }]);
  });

  test('with the database away the last ones stay, and are tried again', async () => {
    let isAway = false;
    const read = cacheAreaOffers(async () => {
      if (isAway) throw new DatabaseAwayError();
      return offers;
    });
    expect((await viewOf(context, 'lyon-69', read)).until).toBe(NOON + 23 * HOUR);
    isAway = true;
    const tomorrow = { ...context, today: '2026-11-24' };
    const { view, until } = await viewOf(tomorrow, 'lyon-69', read);
    expect([view.past.length, until]).toEqual([1, NOON + 30_000]);
    const never = await viewOf(
      tomorrow,
      'lyon-69',
      cacheAreaOffers(async () => {
        throw new DatabaseAwayError();
      }),
    );
    expect(never.view.past).toEqual([]);
  });
});
