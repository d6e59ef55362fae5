import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { NearestPlace, Place, PlacesQuery, Position } from './place.ts';

export const placesCalls = {
  'GET /api/public/places': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary:
      'Communes and airports by what is typed of their name, postcode or code: at most 10, best first.',
    query: PlacesQuery,
    answer: Type.Array(Place),
  },
  'POST /api/public/places/nearest': {
    host: 'public',
    needs: 'nothing',
    isRead: true,
    status: 200,
    summary: 'The commune whose centre is the nearest to a position, which is kept and logged nowhere.',
    body: Position,
    answer: NearestPlace,
  },
  'GET /api/places': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'The same places, for the addresses of branches.',
    query: PlacesQuery,
    answer: Type.Array(Place),
  },
} as const satisfies Calls;
