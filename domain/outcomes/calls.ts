import type { Call, Calls } from '../call.ts';
import { Outcome, OutcomeRequest } from './outcome.ts';

const outcome = {
  needs: 'nothing',
  status: 200,
  isRead: true,
  isLimited: true,
  summary: 'What became of the write with this Idempotency-Key, which is refused if it has not come yet.',
  body: OutcomeRequest,
  answer: Outcome,
} as const satisfies Omit<Call, 'host'>;

export const outcomesCalls = {
  'POST /api/public/outcome': { host: 'public', ...outcome },
  'POST /api/outcome': { host: 'backoffice', ...outcome },
} as const satisfies Calls;
