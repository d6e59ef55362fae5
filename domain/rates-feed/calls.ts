import type { Calls } from '../call.ts';
import { FeedHealth } from './feed-health.ts';

export const ratesFeedCalls = {
  'GET /api/feeds/rates': {
    host: 'backoffice',
    needs: ['feeds.list.all'],
    status: 200,
    summary: 'How the mid-rate feed does: its last checks, and the rates it was refused.',
    answer: FeedHealth,
  },
} as const satisfies Calls;
