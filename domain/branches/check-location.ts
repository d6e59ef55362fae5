import { metresBetween } from '../places/distance.ts';
import type { Place, PlacesQuery, Position } from '../places/place.ts';
import type { ValidationError } from '../validation/draft.ts';
import type { BranchDraft } from './branch-draft.ts';
import { readNumber } from './branch-rules.ts';

/** Overseas collectivities, whose communes are missing from our list. */
const NOT_LISTED = /^(975|977|978|98)/;
/**
 * The village farthest from the centre of Arles, the widest commune of the mainland, is 35 km away. Communes of Guiana
 * are wider.
 */
const FARTHEST_KM = 40;
const FARTHEST_IN_GUIANA_KM = 250;

type BranchAddress = Pick<BranchDraft, 'country' | 'commune' | 'postcode' | 'lat' | 'lon'>;

export function placeQuery({ country, commune, postcode }: BranchAddress): PlacesQuery | null {
  const [code, post] = [commune.trim().toUpperCase(), postcode.trim()];
  if (country.trim().toUpperCase() !== 'FR' || NOT_LISTED.test(code || post)) return null;
  if (code !== '') return { code };
  return /^\d{5}$/.test(post) ? { q: post } : null;
}

/**
 * Validation error of an unknown commune, or of a location far from its commune. `found`: places that match the
 * commune.
 */
export function checkLocation(address: BranchAddress, found: readonly Place[]): ValidationError | undefined {
  const query = placeQuery(address);
  if (!query) return undefined;
  const post = address.postcode.trim();
  const communes = found.filter(
    ({ kind, postcodes }) => kind === 'commune' && (query.code !== undefined || postcodes.includes(post)),
  );
  if (query.code !== undefined && communes.length === 0) return noCommune(query.code);
  const [lat, lon] = [readNumber(address.lat), readNumber(address.lon)];
  if (lat === null || lon === null) return undefined;
  const at = { lat, lon };
  const nearest = nearestOf(communes, at);
  if (!nearest || nearest.km <= farthest(nearest.place)) return undefined;
  return farAway(nearest, nearestOf(communes, { lat: lon, lon: lat }));
}

type Near = { readonly place: Place; readonly km: number };

function nearestOf(communes: readonly Place[], at: Position): Near | undefined {
  const near = communes.map((place) => ({ place, km: metresBetween(place, at) / 1000 }));
  return near.sort((a, b) => a.km - b.km)[0];
}

function farthest({ code }: Place): number {
  return code.startsWith('973') ? FARTHEST_IN_GUIANA_KM : FARTHEST_KM;
}

function noCommune(code: string): ValidationError {
  const message = `Aucune commune n’a le code INSEE ${code}\u00a0: corrigez-le, ou laissez-le vide.`;
  return { code: 'invalid_commune', message };
}

function farAway({ place, km }: Near, swapped: Near | undefined): ValidationError {
  const way = `La position est à ${Math.round(km).toLocaleString('fr')}\u00a0km de ${place.label}\u00a0:`;
  const isSwapped = swapped && swapped.km <= farthest(swapped.place);
  const what = isSwapped
    ? 'la latitude et la longitude semblent inversées.'
    : 'corrigez la latitude et la longitude, ou la commune.';
  return { code: 'invalid_position', message: `${way} ${what}` };
}
