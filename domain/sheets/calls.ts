import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { OfBranch, RateRow } from '../rates/fixing.ts';
import { BatchAnswer, BatchRequest, LastBatch, TakeBackAnswer, TakeBackRequest } from './batch.ts';
import { LeaveRequest, Sheet, SheetRequest } from './sheet.ts';

export const sheetsCalls = {
  'POST /api/fixings/batch': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Fixes up to 200 currencies, all or none. 400 with `lines`; 409 with `conflicts`; the header Idempotency-Key has a lost answer given again for a day.',
    body: BatchRequest,
    answer: BatchAnswer,
  },
  'POST /api/fixings/batch/take-back': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Brings back what was there before a batch of the last hour, all or none. 409 with `conflicts` where a row was changed since.',
    body: TakeBackRequest,
    answer: TakeBackAnswer,
  },
  'GET /api/fixings/batch/last': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'The own bureau’s newest batch that can still be taken back.',
    query: Type.Object(OfBranch),
    answer: LastBatch,
  },
  'GET /api/fixings/sheet': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'The currencies that the own bureau works with: yesterday’s rates, its rank, what it suspends.',
    query: Type.Object(OfBranch),
    answer: Sheet,
  },
  'POST /api/fixings/sheet': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Makes the sheet, or changes its order, its content and which way round rates are typed.',
    body: SheetRequest,
    answer: Sheet,
  },
  'POST /api/fixings/leave': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'A currency leaves the sheet and is served no more. 409 when it changed meanwhile.',
    body: LeaveRequest,
    answer: RateRow,
  },
} as const satisfies Calls;
