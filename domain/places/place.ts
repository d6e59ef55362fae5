import { type Static, Type } from 'typebox';
import { SearchText } from '../lists/page.ts';

/** Where one may be: `code` is the commune's of INSEE, or the airport's of IATA. Positions are WGS 84, in degrees. */
export const Place = Type.Object({
  kind: Type.Union([Type.Literal('commune'), Type.Literal('airport')]),
  code: Type.String(),
  /** 'Saint-Denis (93)', 'Lyon-Saint-Exupéry (LYS)' */
  label: Type.String(),
  postcodes: Type.Array(Type.String()),
  lat: Type.Number(),
  lon: Type.Number(),
});
export type Place = Static<typeof Place>;

/** At most so many are answered: more is typed instead. */
export const MAX_PLACES = 10;

const PlaceCode = Type.String({ pattern: '^[0-9A-Za-z]{3,5}$' });

/** `q`: what is typed. `code`: the one place of an address that was kept. */
export const PlacesQuery = Type.Object({
  q: Type.Optional(SearchText),
  code: Type.Optional(PlaceCode),
});
export type PlacesQuery = Static<typeof PlacesQuery>;

/** A position, as its browser has rounded it. */
export const Position = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});
export type Position = Static<typeof Position>;

/** Null: no commune is near. */
export const NearestPlace = Type.Object({ place: Type.Union([Place, Type.Null()]) });
export type NearestPlace = Static<typeof NearestPlace>;

/** A commune that is farther away is near to nobody. */
export const NEAREST_WITHIN_KM = 50;
