import { type Calls, Empty } from '../call.ts';
import { Admission, OwnTerms, Stocks, StocksQuery, StocksSave, TermsSave } from './terms.ts';

export const termsCalls = {
  'GET /api/reservations/terms': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'On what terms the own bureau takes reservations.',
    answer: OwnTerms,
  },
  'POST /api/reservations/terms': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Changes them, for requests from now on. 409: a colleague has changed them.',
    body: TermsSave,
    answer: OwnTerms,
  },
  'GET /api/reservations/stocks': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'What the own bureau is ready to hand over, each day and on a day, or on all from today on.',
    query: StocksQuery,
    answer: Stocks,
  },
  'POST /api/reservations/stocks': {
    host: 'backoffice',
    needs: ['orders.edit.me', 'orders.edit.all', 'reservations.edit.me', 'reservations.edit.all'],
    status: 200,
    summary: 'Says what branches are ready to hand over, all or nothing. 409: more is promised already.',
    body: StocksSave,
    answer: Empty,
  },
  'POST /api/companies/beta': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Admits a bureau to the beta, or takes it out: it takes reservations, or no more.',
    body: Admission,
    answer: Empty,
  },
} as const satisfies Calls;
