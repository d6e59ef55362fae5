import type { Place } from '../places/place.ts';
import { WHOLE_CITIES } from '../places/whole-city.ts';

// Communes and arrondissements of a postcode, among the places that it finds.
export function communesOf(postcode: string, found: readonly Place[]): Place[] {
  const all = found.filter(
    ({ kind, code, postcodes }) => kind === 'commune' && !code.includes('-') && postcodes.includes(postcode),
  );
  const parts = all.filter(({ code }) => !WHOLE_CITIES.includes(code));
  return parts.length > 0 ? parts : all;
}
