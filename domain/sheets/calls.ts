import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { OfBranch, RateRow } from '../rates/fixing.ts';
import { BatchAnswer, BatchRequest, LastBatch, TakeBackAnswer, TakeBackRequest } from './batch.ts';
import { LeaveRequest, Sheet, SheetRequest } from './sheet.ts';
import { TableForm } from './table-form.ts';

export const sheetsCalls = {
  'POST /api/fixings/batch': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    keepsAnswer: true,
    status: 200,
    summary:
      'Fixes up to 200 currencies, all or none. 400 with `lines`; 409 with `conflicts`; the header Idempotency-Key replays a lost answer for a day.',
    body: BatchRequest,
    answer: BatchAnswer,
  },
  'POST /api/fixings/batch/take-back': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary:
      'Takes back a batch of the last hour, all or none. 409 with `conflicts` for rows that changed since.',
    body: TakeBackRequest,
    answer: TakeBackAnswer,
  },
  'GET /api/fixings/batch/last': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Newest batch of the own company that can still be taken back.',
    query: Type.Object(OfBranch),
    answer: LastBatch,
  },
  'GET /api/fixings/sheet': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Currencies of the own company with yesterday’s rates, its rank and suspended sides.',
    query: Type.Object(OfBranch),
    answer: Sheet,
  },
  'POST /api/fixings/sheet': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Creates the sheet, or changes its order, its currencies and the direction of its quotes.',
    body: SheetRequest,
    answer: Sheet,
  },
  'GET /api/fixings/table-form': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Form in which the own company last took a table of rates. null: none.',
    answer: Type.Union([TableForm, Type.Null()]),
  },
  'POST /api/fixings/table-form': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Remembers the form of a table of rates for the own company.',
    body: TableForm,
    answer: TableForm,
  },
  'POST /api/fixings/leave': {
    host: 'backoffice',
    needs: ['fixings.list.me'],
    status: 200,
    summary: 'Removes a currency from the sheet and from comparisons. 409 when it changed meanwhile.',
    body: LeaveRequest,
    answer: RateRow,
  },
} as const satisfies Calls;
