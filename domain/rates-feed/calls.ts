import type { Calls } from '../call.ts';
import { FeedHealth, ImportedRates, RatesFile } from './feed-health.ts';

export const ratesFeedCalls = {
  'GET /api/feeds/rates': {
    host: 'backoffice',
    needs: ['feeds.list.all'],
    status: 200,
    summary: 'How the mid-rate feed does: its last checks, and the rates it was refused.',
    answer: FeedHealth,
  },
  'POST /api/feeds/rates': {
    host: 'backoffice',
    needs: ['feeds.edit.all'],
    status: 200,
    summary: 'Imports the mid rates of a file of either format. 400: it gives no usable rate.',
    body: RatesFile,
    maxBytes: 512 * 1024,
    answer: ImportedRates,
  },
} as const satisfies Calls;
