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
    summary: 'Rules by which the own company’s rates follow the mid rate, with the paused ones.',
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/preview': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    isRead: true,
    status: 200,
    summary: 'Rates that rules would set at the present mid rates. Nothing is stored.',
    body: MarginSheet,
    answer: MarginsPreview,
  },
  'POST /api/fixings/margins': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Replaces all rules of the own company, and fixes their rates.',
    body: MarginsRequest,
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/stop': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Pauses the rule of a currency, until midnight in Paris or until it is resumed.',
    body: MarginStopRequest,
    answer: MarginsAnswer,
  },
  'POST /api/fixings/margins/resume': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Resumes the rule of a currency, and fixes its rates.',
    body: MarginResumption,
    answer: MarginsAnswer,
  },
} as const satisfies Calls;
