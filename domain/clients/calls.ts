import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { Client, ClientNote, ClientsQuery } from './client.ts';

export const clientsCalls = {
  'GET /api/clients': {
    host: 'backoffice',
    needs: ['clients.list.me', 'clients.list.all'],
    status: 200,
    summary: 'Who reserved with the own bureau, or with each of all, by the last time.',
    query: ClientsQuery,
    answer: Type.Array(Client),
    isPaged: true,
  },
  'POST /api/clients/note': {
    host: 'backoffice',
    needs: ['clients.edit.me', 'clients.edit.all'],
    status: 200,
    summary:
      'Writes down what a bureau keeps in mind of a client; empty: nothing. 404: it is no client of that bureau.',
    body: ClientNote,
    answer: Client,
  },
} as const satisfies Calls;
