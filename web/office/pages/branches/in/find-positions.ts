import { addressIn } from '#domain/branches/address-in.ts';
import type { BranchDraft } from '#domain/branches/branch-draft.ts';
import type { TableRow } from '#domain/branches/branch-table.ts';
import type { Place } from '#domain/places/place.ts';
import { searchForm } from '#domain/text/search.ts';
import { call } from '#web/shared/api/client.ts';

/**
 * The lines with the position of their commune, where they say none and it is found. A branch that is `known` keeps its
 * own where the table has no column for it.
 */
export async function withPositions(
  rows: readonly TableRow[],
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<TableRow[]> {
  const asked = new Map<string, Promise<Place[]>>();
  /** Of a commune that many lines name, once. */
  const find = (key: 'code' | 'q', value: string) => {
    const known = asked.get(key + value) ?? call('GET /api/places', { query: { [key]: value }, signal });
    asked.set(key + value, known);
    return known;
  };
  const filled: TableRow[] = [];
  // one after the other: a browser and a server have other things to do
  for (const row of rows) {
    const keepsIts = known.has(row.name) && row.parts.lat === undefined && row.parts.lon === undefined;
    filled.push(keepsIts ? row : { ...row, parts: await withPosition(row.parts, find) });
  }
  return filled;
}

async function withPosition(
  parts: Partial<BranchDraft>,
  find: (key: 'code' | 'q', value: string) => Promise<Place[]>,
): Promise<Partial<BranchDraft>> {
  const { lat = '', lon = '', commune = '', city = '', postcode = '', country = 'FR' } = parts;
  if (lat !== '' || lon !== '' || country !== 'FR' || city === '') return parts;
  const isCode = /^[0-9AB]{5}$/i.test(commune);
  const found = isCode ? await find('code', commune) : await find('q', postcode || city);
  const named = found.filter(({ kind }) => kind === 'commune');
  const place = isCode ? named[0] : named.find(({ label }) => searchForm(label).startsWith(searchForm(city)));
  if (!place) return parts;
  const { lat: atLat, lon: atLon, commune: code } = addressIn(place, postcode);
  return { ...parts, lat: atLat, lon: atLon, commune: code };
}
