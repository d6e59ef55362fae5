import type { Place } from '../places/place.ts';

/** To about a metre. */
const DECIMALS = 5;

/** Fields of a branch's draft, as they are typed. */
type FoundAddress = {
  city: string;
  commune: string;
  lat: string;
  lon: string;
  postcode?: string;
  kind?: 'airport';
};

/** What a place says of the address of a branch in it. The postcode stays where it is one of the commune's. */
export function addressIn(place: Place, postcode: string): FoundAddress {
  const { kind, code, label, postcodes, lat, lon } = place;
  const found = {
    city: label.replace(/ \([^()]*\)$/, ''),
    lat: String(Number(lat.toFixed(DECIMALS))),
    lon: String(Number(lon.toFixed(DECIMALS))),
  };
  if (kind === 'airport') return { ...found, commune: '', kind: 'airport' };
  return {
    ...found,
    commune: code,
    postcode: postcodes.includes(postcode) ? postcode : (postcodes[0] ?? ''),
  };
}
