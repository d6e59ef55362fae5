import { type Calls, Empty } from '../call.ts';
import { LeadRequest, NewsletterAnswer, NewsletterLink, SubscriptionRequest } from './audience.ts';

export const audienceCalls = {
  'POST /api/public/leads': {
    host: 'public',
    needs: 'nothing',
    status: 201,
    summary: 'Records that a traveller is sent on to a bureau.',
    body: LeadRequest,
    answer: Empty,
  },
  'POST /api/public/save/email': {
    host: 'public',
    needs: 'nothing',
    status: 201,
    summary: 'Subscribes an address to the newsletter, known already or not.',
    body: SubscriptionRequest,
    answer: Empty,
  },
  'POST /api/public/newsletter/confirm': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Confirms a subscription by the link of its mail. 404: a forged link; 410: one that is over.',
    query: NewsletterLink,
    answer: NewsletterAnswer,
  },
  'POST /api/public/newsletter/unsubscribe': {
    host: 'public',
    needs: 'nothing',
    status: 200,
    summary: 'Erases a subscription by the link of its mails, by the page or in one click (RFC 8058).',
    query: NewsletterLink,
    answer: NewsletterAnswer,
  },
} as const satisfies Calls;
