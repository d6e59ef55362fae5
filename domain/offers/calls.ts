import type { Calls } from '../call.ts';
import { OffersAnswer, OffersRequest } from './offer.ts';

export const offersCalls = {
  'POST /api/public/offers': {
    host: 'public',
    needs: 'nothing',
    isRead: true,
    status: 200,
    summary: 'The bureaux that serve a pair, ranked by what they hand over.',
    body: OffersRequest,
    answer: OffersAnswer,
  },
} as const satisfies Calls;
