import type { FeedState } from '#domain/rates-feed/feed-state.ts';

export const FEED_STATE_LABELS: Record<FeedState, string> = {
  current: 'À jour',
  late: 'En retard',
  failing: 'En erreur',
  refused: 'Refusé',
  waiting: 'En attente',
  not_configured: 'Non réglé',
};
