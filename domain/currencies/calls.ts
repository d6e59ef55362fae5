import { Type } from 'typebox';
import { type Calls, Labelled } from '../call.ts';
import { Currency, DatedCurrency } from './currency.ts';

export const currenciesCalls = {
  'GET /api/public/currencies': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Currencies: the base first, the default counterpart second, then by label.',
    answer: Type.Array(DatedCurrency),
  },
  'GET /api/fixings/currencies': {
    host: 'backoffice',
    needs: ['sittings.list.me', 'fixings.list.me', 'fixings.list.all'],
    status: 200,
    summary: 'Currencies with their mid rate, in the order of the public list.',
    answer: Type.Array(Currency),
  },
  'GET /api/referentials/referentiel_1': {
    host: 'backoffice',
    needs: 'session',
    status: 200,
    summary: 'Currencies.',
    answer: Type.Array(Labelled),
  },
} as const satisfies Calls;
