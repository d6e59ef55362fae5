import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { NamedObject, ObjectsQuery } from './object.ts';

export const objectsCalls = {
  'GET /api/objects': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary:
      'Objects that the caller may see, 100 a page: by type, best matches of a search first, then by name.',
    query: ObjectsQuery,
    answer: Type.Array(NamedObject),
    isPaged: true,
  },
  'GET /api/objects/{id}': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'One object that the caller may see.',
    params: Type.Object({ id: Type.String() }),
    answer: NamedObject,
  },
} as const satisfies Calls;
