import { Type } from 'typebox';
import type { Calls } from '../call.ts';
import { AuditEntry, AuditQuery } from './audit.ts';

export const auditCalls = {
  'GET /api/audit': {
    host: 'backoffice',
    needs: ['audit.list.all'],
    status: 200,
    summary:
      'Administrative acts on companies and users, newest first. An answer of many bytes is shorter than its limit.',
    query: AuditQuery,
    answer: Type.Array(AuditEntry),
  },
} as const satisfies Calls;
