import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { SuspendRequest } from '../sheets/sheet.ts';
import {
  ConfirmAnswer,
  ConfirmRequest,
  FixingLog,
  FixingRequest,
  HeldAnswer,
  LogsQuery,
  RateRow,
  RatesAnswer,
  RatesQuery,
  ReviewRequest,
} from './fixing.ts';
import { Curve, CurveQuery, FixingAuthors, OldRates } from './history.ts';

export const ratesCalls = {
  'GET /api/fixings/rates': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'me: every currency with the own company’s rates; all: every fixing of every company, by pages.',
    query: RatesQuery,
    answer: RatesAnswer,
  },
  'GET /api/fixings/logs': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'The history of fixings, newest first. me: the own company’s.',
    query: LogsQuery,
    answer: Type.Array(FixingLog),
  },
  'GET /api/fixings/authors': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'Authors of fixings of the own company; all: of the named one.',
    query: Type.Object({ company: LogsQuery.properties.company }),
    answer: FixingAuthors,
  },
  'GET /api/fixings/curve/{code}': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary:
      'Rates of the own company for a currency over some days, and the mid rate. all: of the named one.',
    params: Type.Object({ code: Type.String({ maxLength: 3 }) }),
    query: CurveQuery,
    answer: Curve,
  },
  'GET /api/fixings/old': {
    host: 'backoffice',
    needs: ['fixings.list.all'],
    status: 200,
    summary: 'Companies with rates that are no longer fresh, oldest first.',
    answer: OldRates,
  },
  'POST /api/fixings/update': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Fixes a currency. 409 with the present row as `current` when it changed meanwhile.',
    body: FixingRequest,
    answer: RateRow,
  },
  'GET /api/fixings/events': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    isUnattended: true,
    status: 200,
    summary:
      'Stream of the own company’s changes (server-sent events `fixings`: `{version, currencies}`; no currencies: anything).',
    answer: Type.String(),
  },
  'POST /api/fixings/suspend': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Suspends a side in comparisons without losing its rate, until a moment or without end.',
    body: SuspendRequest,
    answer: RateRow,
  },
  'POST /api/fixings/confirm': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Confirms unchanged fixings, which become fresh. All or none; 409 with `conflicts` for rows that changed since they were read.',
    body: ConfirmRequest,
    answer: ConfirmAnswer,
  },
  'GET /api/fixings/held': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.edit.all'],
    status: 200,
    summary: 'Fixings held for review, of the own company or of all.',
    answer: HeldAnswer,
  },
  'POST /api/fixings/review': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'fixings.edit.all'],
    status: 200,
    summary: 'Accepts or refuses a held fixing. 403 for its author; 409 when it changed meanwhile.',
    body: ReviewRequest,
    answer: RateRow,
  },
} as const satisfies Calls;
