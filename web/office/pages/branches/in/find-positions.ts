import type { BranchDraft } from '#domain/branches/branch-draft.ts';
import type { TableRow } from '#domain/branches/branch-table.ts';
import { checkLocation, placeQuery } from '#domain/branches/check-location.ts';
import { addressOfPlace } from '#domain/branches/place-address.ts';
import type { TableLine } from '#domain/branches/plan-import.ts';
import type { Place, PlacesQuery } from '#domain/places/place.ts';
import { searchForm } from '#domain/text/search.ts';
import { call } from '#web/shared/api/client.ts';

type Find = (query: PlacesQuery) => Promise<Place[]>;

export function createCachedPlaceFinder(signal: AbortSignal): Find {
  const searches = new Map<string, Promise<Place[]>>();
  return (query) => {
    const key = JSON.stringify(query);
    const known = searches.get(key) ?? call('GET /api/places', { query, signal });
    searches.set(key, known);
    return known;
  };
}

/**
 * Adds the commune's position to lines without one. A `known` branch keeps its own where the table has no
 * column for it.
 */
export async function addCommunePositions(
  rows: readonly TableRow[],
  known: ReadonlySet<string>,
  find: Find,
): Promise<TableRow[]> {
  const filled: TableRow[] = [];
  // sequential, to spare the browser and the server
  for (const row of rows) {
    const keepsIts = known.has(row.name) && row.parts.lat === undefined && row.parts.lon === undefined;
    filled.push(keepsIts ? row : { ...row, parts: await addCommunePosition(row.parts, find) });
  }
  return filled;
}

export async function refuseWrongPlaces(lines: readonly TableLine[], find: Find): Promise<TableLine[]> {
  const checked: TableLine[] = [];
  for (const each of lines) {
    const query = 'draft' in each && each.outcome !== 'unchanged' ? placeQuery(each.draft) : null;
    const error = query && 'draft' in each ? checkLocation(each.draft, await find(query)) : undefined;
    const { line, name } = each;
    checked.push(error ? { line, name, outcome: 'refused', why: error.message } : each);
  }
  return checked;
}

async function addCommunePosition(parts: Partial<BranchDraft>, find: Find): Promise<Partial<BranchDraft>> {
  const { lat = '', lon = '', commune = '', city = '', postcode = '', country = 'FR' } = parts;
  if (lat !== '' || lon !== '' || country !== 'FR' || city === '') return parts;
  const isCode = /^[0-9AB]{5}$/i.test(commune);
  const found = isCode ? await find({ code: commune }) : await find({ q: postcode || city });
  const named = found.filter(({ kind }) => kind === 'commune');
  const place = isCode ? named[0] : named.find(({ label }) => searchForm(label).startsWith(searchForm(city)));
  if (!place) return parts;
  const { lat: atLat, lon: atLon, commune: code } = addressOfPlace(place, postcode);
  return { ...parts, lat: atLat, lon: atLon, commune: code };
}
