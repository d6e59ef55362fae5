import { slugOfPlace } from '#domain/pages/address.ts';
import type { PlaceLink } from '#domain/pages/page.ts';
import { nearestWithin } from '#domain/places/nearest.ts';
import type { Place } from '#domain/places/place.ts';
import type { PlaceSearch } from '#domain/places/search.ts';
import { cityOfArrondissement } from '#domain/places/whole-city.ts';
import { searchForm } from '#domain/text/search.ts';
import type { BookBranch, BookCompany } from '../../book/rate-book.ts';

// Metres from a branch to the middle of a commune of its name.
const COMMUNE_WITHIN = 30_000;
// 'PARIS 9E', 'Lyon cedex 03', 'Marseille 8e arrondissement'
const AFTER_NAME = /( cedex.*| \d+ ?(er|e|eme)?( arrondissement)?)$/;

type PlacedBranch = { readonly company: BookCompany; readonly branch: BookBranch };

// Branches by the commune of their address, and those of airports by these too.
export type BranchPlaces = {
  at(place: Place): readonly PlacedBranch[];
  // Commune of a branch. null: unknown.
  communeOf(branch: BookBranch): Place | null;
  // Places with a branch, those with most of them first.
  readonly places: readonly Place[];
};

export function createBranchPlaces(companies: readonly BookCompany[], search: PlaceSearch): BranchPlaces {
  const byCode = new Map<string, PlacedBranch[]>();
  const places: Place[] = [];
  for (const company of companies) {
    for (const branch of company.branches) {
      for (const place of placesOf(branch, search)) {
        const placed = byCode.get(place.code);
        if (placed) placed.push({ company, branch });
        else {
          byCode.set(place.code, [{ company, branch }]);
          places.push(place);
        }
      }
    }
  }
  const countOf = ({ code }: Place) => byCode.get(code)?.length ?? 0;
  return {
    at: ({ code }) => byCode.get(code) ?? [],
    communeOf: (branch) => placesOf(branch, search).find(({ kind }) => kind === 'commune') ?? null,
    places: places.sort(
      (a, b) => countOf(b) - countOf(a) || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0),
    ),
  };
}

// objects of branches are immutable
const known = new WeakMap<BookBranch, readonly Place[]>();
const communes = new Map<string, readonly Place[]>();
const MOST_NAMES = 20_000;

function placesOf(branch: BookBranch, search: PlaceSearch): readonly Place[] {
  const found = known.get(branch) ?? findPlaces(branch, search);
  known.set(branch, found);
  return found;
}

function findPlaces({ city, kind, position }: BookBranch, search: PlaceSearch): readonly Place[] {
  const airport = kind === 'airport' && position ? search.airportAt(position) : null;
  const named = communesNamed(city, search);
  const [first, ...others] = named;
  const commune = position
    ? nearestWithin(named, position, COMMUNE_WITHIN)
    : others.length === 0
      ? (first ?? null)
      : null;
  const whole = commune && cityOfArrondissement(commune.code);
  const inCity = whole ? search.byCode(whole) : commune;
  return [inCity, airport].filter((place) => place !== null);
}

function communesNamed(city: string, search: PlaceSearch): readonly Place[] {
  const name = searchForm(city).replace(AFTER_NAME, '');
  const found = communes.get(name) ?? search.communesNamed(name);
  if (communes.size >= MOST_NAMES) communes.clear();
  communes.set(name, found);
  return found;
}

export function linkOfPlace(place: Place): PlaceLink {
  const [, name = place.label, area = ''] = /^(.*) \(([^)]*)\)$/.exec(place.label) ?? [];
  return { kind: place.kind, slug: slugOfPlace(place), name, area };
}
