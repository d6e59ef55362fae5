import { frequency, isFrequent } from '#domain/currencies/search.ts';
import type { AreaOffers } from '#domain/history/area-offers.ts';
import { type Cents, divide } from '#domain/money/cents.ts';
import { exchangeCosts, receivedAmount } from '#domain/offers/quote.ts';
import { compareNames, rankStandings } from '#domain/offers/rank.ts';
import { airportOfSlug, listPath, placePath } from '#domain/pages/address.ts';
import type { NearPlace, PageOffer, PlacesView, PlaceView } from '#domain/pages/page.ts';
import { metresBetween } from '#domain/places/distance.ts';
import type { Place } from '#domain/places/place.ts';
import { cityOfArrondissement } from '#domain/places/whole-city.ts';
import { fitAmong, offerBy, takesPart } from '../../book/best-fit.ts';
import type { BookBranch, BookCompany, BookCurrency } from '../../book/rate-book.ts';
import { createQuote } from '../offers/compare.ts';
import { loadPlaces } from '../places/load-places.ts';
import type { ReadAreaOffers } from './area-offers.ts';
import { linkOfPlace } from './branch-places.ts';
import { hasComparedRate } from './company-pages.ts';
import { listChoices } from './currency-pages.ts';
import { pageOfList } from './list-page.ts';
import { freshUntil } from './offers-view.ts';
import { openViewOf } from './open-view.ts';
import { type BuiltPage, nameOf, type PageContext, pageOf } from './page-context.ts';
import { takeTurns } from './take-turns.ts';

// Hundredths of the base for which offers are shown.
const EXAMPLE = 500_00;
const MOST_ASKED = 6;
const LISTED_BRANCHES = 60;
const LISTED_NEAREST = 6;
// Places that one without a branch leads to, however far.
const LEAST_NEAREST = 3;
// Metres to a place that is near, from one that has a branch itself.
const NEAR = 50_000;

// Place of a slug, an arrondissement's city among them. null: no such place.
export function placeOfSlug(slug: string): Place | null {
  const places = loadPlaces();
  const airport = airportOfSlug(slug);
  if (airport !== null) {
    const place = places.byCode(airport);
    return place?.kind === 'airport' ? place : null;
  }
  const commune = places.communeBySlug(slug);
  const city = commune && cityOfArrondissement(commune.code);
  return city ? places.byCode(city) : commune;
}

type Placed = { readonly company: BookCompany; readonly branches: readonly BookBranch[] };

// Compared companies with a branch at the place, by name.
export function companiesAt(context: PageContext, place: Place): Placed[] {
  const byCompany = Map.groupBy(context.branchPlaces.at(place), ({ company }) => company);
  return [...byCompany]
    .filter(([company]) => hasComparedRate(context, company))
    .map(([company, placed]) => ({ company, branches: placed.map(({ branch }) => branch) }))
    .sort((a, b) => compareNames(a.company.name, b.company.name) || a.company.id - b.company.id);
}

export async function buildPlacePage(
  context: PageContext,
  place: Place,
  readAreaOffers: ReadAreaOffers,
): Promise<BuiltPage> {
  const { base, book } = context;
  const companies = companiesAt(context, place);
  const limits: number[] = [];
  const rates: PlaceView['rates'][number][] = [];
  const asked: BookCurrency[] = [];
  for (const currency of book.currencies.toSorted((a, b) => frequency(a) - frequency(b))) {
    const offer = currency === base ? null : bestAt(context, companies, currency);
    if (!offer) continue;
    rates.push({ ...nameOf(currency), best: offer.best });
    asked.push(currency);
    limits.push(offer.until);
    if (rates.length === MOST_ASKED) break;
  }
  const all = companies.flatMap(({ company, branches }) => branches.map((branch) => ({ company, branch })));
  const branches = all.slice(0, LISTED_BRANCHES).map(({ company, branch }) => {
    const { name, address, city, phone, position } = branch;
    const { open, until } = openViewOf(context, branch);
    limits.push(until);
    return { company: companyOf(context, company), name, address, city, phone, open, position };
  });
  const past = await readAreaOffers(context, place, asked);
  limits.push(past.until);
  const { lat, lon } = place;
  const link = linkOfPlace(place);
  const view: PlaceView = {
    kind: 'place',
    place: link,
    centre: { lat, lon },
    base: nameOf(base),
    amount: EXAMPLE,
    rates,
    past: asked.flatMap((currency) => pastOf(currency, past.offers)),
    branches,
    branchCount: all.length,
    companyCount: companies.length,
    nearest: nearestTo(context, place).filter(
      ({ metres }, index) => metres <= NEAR || (all.length === 0 && index < LEAST_NEAREST),
    ),
    currencies: listChoices(context),
  };
  return pageOf(context, {
    path: placePath(link.slug),
    view,
    isIndexed: all.length > 0,
    until: Math.min(...limits),
  });
}

function pastOf(currency: BookCurrency, offers: readonly AreaOffers[]): PlaceView['past'] {
  const found = offers.find(({ code }) => code === currency.code);
  if (!found) return [];
  const [best, median, everywhere] = [found.best, found.median, found.everywhere].map((rate) =>
    receivedAmount({ amount: EXAMPLE, offerIsBase: true }, rate),
  ) as [Cents, Cents, Cents];
  const gap = divide(Math.abs(everywhere - best), found.everywhere, 'half-away');
  return [{ ...nameOf(currency), best, median, everywhere, missing: everywhere < best ? -gap : gap }];
}

function companyOf({ directory }: PageContext, company: BookCompany): PageOffer['company'] {
  return { name: company.name, slug: directory.slugOf(company), isPartner: company.isPartner };
}

function bestAt(
  context: PageContext,
  companies: readonly Placed[],
  currency: BookCurrency,
): { best: PageOffer; until: number } | null {
  const { book, base, since } = context;
  const quote = createQuote({ target: 'offer', amount: EXAMPLE, offerIsBase: true, base, currency });
  const [best] = companies
    .flatMap(({ company, branches }) => {
      const fits = branches
        .filter((branch) => takesPart(branch, 'sale'))
        .map((branch) => ({ branch, chord: 0 }));
      const rates = book.ratesOf(currency.code, company.id);
      const offer = offerBy(fitAmong(fits, 'amount'), {
        code: currency.code,
        side: 'sale',
        since,
        rates,
        sort: 'amount',
      });
      return offer ? [{ ...offer, company, score: quote(offer.rate).score }] : [];
    })
    .sort(rankStandings);
  if (!best) return null;
  const { company, rate, isFresh, updatedAt, fit } = best;
  const { comparison, received } = quote(rate);
  return {
    best: {
      company: companyOf(context, company),
      branch: fit.branch?.name ?? null,
      metres: null,
      rate,
      received,
      costs: exchangeCosts(comparison, received),
      fixedAt: updatedAt,
      isFresh,
    },
    until: freshUntil(best, context),
  };
}

// Comparisons to which the page of a place may lead. All others near a place are invented.
export function isLinked(
  context: PageContext,
  place: Place,
  { amount, from, to }: { amount: number; from: string; to: string },
): boolean {
  const { base } = context;
  const isExample = amount * 100 === EXAMPLE && from === base.code && isFrequent({ code: to });
  return isExample && companiesAt(context, place).length > 0;
}

// Places with a branch of a compared company, those with most branches first.
export async function listPlaces(context: PageContext): Promise<{ place: Place; branches: number }[]> {
  const listed: { place: Place; branches: number }[] = [];
  for await (const place of takeTurns(context.branchPlaces.places)) {
    const branches = companiesAt(context, place).reduce((sum, each) => sum + each.branches.length, 0);
    if (branches > 0) listed.push({ place, branches });
  }
  return listed;
}

// Nearest places with a branch of a compared company.
export function nearestTo(context: PageContext, from: Place): NearPlace[] {
  const nearest: NearPlace[] = [];
  const byDistance = context.branchPlaces.places
    .map((place) => ({ place, metres: Math.round(metresBetween(place, from)) }))
    .sort((a, b) => a.metres - b.metres);
  for (const { place, metres } of byDistance) {
    if (place.code === from.code || companiesAt(context, place).length === 0) continue;
    nearest.push({ ...linkOfPlace(place), metres });
    if (nearest.length === LISTED_NEAREST) break;
  }
  return nearest;
}

export async function buildPlacesPage(context: PageContext, page: number): Promise<BuiltPage | null> {
  const list = pageOfList(await listPlaces(context), page);
  if (!list) return null;
  const { items, ...counts } = list;
  const view: PlacesView = {
    kind: 'places',
    ...counts,
    places: items.map(({ place, branches }) => ({ ...linkOfPlace(place), branches })),
  };
  return pageOf(context, { path: listPath('/change', page), view, isIndexed: counts.total > 0 });
}
