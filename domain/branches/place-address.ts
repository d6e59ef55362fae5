import type { Place } from '../places/place.ts';

/** A precision of about a metre. */
const DECIMALS = 5;

type AddressFields = {
  city: string;
  commune: string;
  lat: string;
  lon: string;
  postcode?: string;
  kind?: 'airport';
};

export function addressOfPlace(place: Place, postcode: string): AddressFields {
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
