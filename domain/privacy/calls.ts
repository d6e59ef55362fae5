import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { Erasure, OneAddress } from './erasure.ts';

export const privacyCalls = {
  'POST /api/privacy/export': {
    host: 'backoffice',
    needs: ['privacy.edit.all'],
    status: 200,
    summary: 'All that is stored about an address (GDPR, article 15).',
    body: OneAddress,
    answer: Type.Record(Type.String(), Type.Unknown()),
  },
  'POST /api/privacy/erase': {
    host: 'backoffice',
    needs: ['privacy.edit.all'],
    status: 200,
    summary: 'Erases what is stored about an address (GDPR, article 17), and says what stays.',
    body: OneAddress,
    answer: Erasure,
  },
} as const satisfies Calls;
