import type { Calls } from '../call.ts';
import { Dashboard } from './dashboard.ts';
import { Kpis } from './kpis.ts';

export const kpisCalls = {
  'GET /api/dashboard': {
    host: 'backoffice',
    needs: ['dashbord.list.me', 'dashbord.list.all'],
    status: 200,
    summary:
      'What waits today, and the last 30 days: shown in comparisons, chosen, reserved, collected. me: the own bureau’s, where it takes reservations; all: over all bureaux.',
    answer: Dashboard,
  },
  'GET /api/kpis': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'What happened in the last 30 days.',
    answer: Kpis,
  },
} as const satisfies Calls;
