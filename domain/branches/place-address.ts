import { mainCode } from '../places/packed.ts';
import type { Place } from '../places/place.ts';

const METRE_DECIMALS = 5;

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
    lat: String(Number(lat.toFixed(METRE_DECIMALS))),
    lon: String(Number(lon.toFixed(METRE_DECIMALS))),
  };
  if (kind === 'airport') return { ...found, commune: '', kind: 'airport' };
  return {
    ...found,
    commune: mainCode(code),
    postcode: postcodes.includes(postcode) ? postcode : (postcodes[0] ?? ''),
  };
}
