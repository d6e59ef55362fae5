import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { SecurityEvent, SecurityFilter, SecurityQuery } from './security-journal.ts';

export const securityEventsCalls = {
  'GET /api/iam/security-events': {
    host: 'backoffice',
    needs: ['iam.sessions.list.all'],
    status: 200,
    summary: 'Security journal, newest first, 100 a page.',
    query: SecurityQuery,
    answer: Type.Array(SecurityEvent),
    isPaged: true,
  },
  'GET /api/iam/security-events/export': {
    host: 'backoffice',
    needs: ['iam.sessions.list.all'],
    status: 200,
    summary: 'Security journal as CSV, at most the newest 50,000 lines.',
    query: SecurityFilter,
    answer: Type.String(),
  },
} as const satisfies Calls;
