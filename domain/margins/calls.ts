import type { Calls } from '../call.ts';
import {
  MarginResumption,
  MarginStopRequest,
  MarginsAnswer,
  MarginsPreview,
  MarginsRequest,
} from './margin-calls.ts';
import { MarginSheet } from './margin-sheet.ts';

export const marginsCalls = {
  'GET /api/fixings/margins': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'The rules by which the own company’s rates follow the mid rate, and which of them rest.',
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/preview': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'What rules would make of each rate at the present mid rates. Nothing is kept.',
    body: MarginSheet,
    answer: MarginsPreview,
  },
  'POST /api/fixings/margins': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Replaces all rules of the own company, and fixes what they say.',
    body: MarginsRequest,
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/stop': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Takes a currency out of its rule, until midnight in Paris or until it is given back.',
    body: MarginStopRequest,
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/resume': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Gives a currency back to its rule, and fixes what it says.',
    body: MarginResumption,
    answer: MarginsAnswer,
  },
} as const satisfies Calls;
