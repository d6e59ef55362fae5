import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { Client, ClientNote, ClientsQuery } from './client.ts';

export const clientsCalls = {
  'GET /api/clients': {
    host: 'backoffice',
    needs: ['clients.list.me', 'clients.list.all'],
    status: 200,
    summary: 'Travellers who reserved with the own company, or with any company, latest reservation first.',
    query: ClientsQuery,
    answer: Type.Array(Client),
    isPaged: true,
  },
  'POST /api/clients/note': {
    host: 'backoffice',
    needs: ['clients.edit.me', 'clients.edit.all'],
    status: 200,
    summary: 'Changes a company’s note about a client; empty: no note. 404: no client of that company.',
    body: ClientNote,
    answer: Client,
  },
} as const satisfies Calls;
