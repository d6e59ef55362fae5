import { type Static, Type } from 'typebox';
import { SearchText } from '../lists/page.ts';

/**
 * `code`: INSEE of a commune, IATA of an airport, either with another name of it ('92062-LA-DEFENSE').
 * Positions in degrees, WGS 84.
 */
export const Place = Type.Object({
  kind: Type.Union([Type.Literal('commune'), Type.Literal('airport')]),
  code: Type.String(),
  /** 'Saint-Denis (93)', 'Lyon-Saint-Exupéry (LYS)'. */
  label: Type.String(),
  postcodes: Type.Array(Type.String()),
  lat: Type.Number(),
  lon: Type.Number(),
});
export type Place = Static<typeof Place>;

export const MAX_PLACES = 10;

const PlaceCode = Type.String({ pattern: '^[0-9A-Za-z]{3,5}(-[0-9A-Za-z-]{1,40})?$' });

/** `q`: typed text; `code`: a single known place. */
export const PlacesQuery = Type.Object({
  q: Type.Optional(SearchText),
  code: Type.Optional(PlaceCode),
});
export type PlacesQuery = Static<typeof PlacesQuery>;

export const Position = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});
export type Position = Static<typeof Position>;

/** null: no commune is near. */
export const NearestPlace = Type.Object({ place: Type.Union([Place, Type.Null()]) });
export type NearestPlace = Static<typeof NearestPlace>;

/** Kilometres. */
export const NEAREST_WITHIN_KM = 50;
/** From the middle of a commune that an airport lies in, too. No two airlines’ airports are nearer than 9 km. */
export const AIRPORT_WITHIN_KM = 8;
