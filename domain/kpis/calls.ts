import type { Calls } from '../call.ts';
import { Dashboard } from './dashboard.ts';
import { Kpis } from './kpis.ts';

export const kpisCalls = {
  'GET /api/dashboard': {
    host: 'backoffice',
    needs: ['dashbord.list.me', 'dashbord.list.all'],
    status: 200,
    summary:
      'Open tasks of today, and figures of the last 30 days: shown in comparisons, chosen, reserved, collected. me: the own company, if it takes reservations; all: all companies.',
    answer: Dashboard,
  },
  'GET /api/kpis': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'Figures of the last 30 days, and of the 30 days before.',
    answer: Kpis,
  },
} as const satisfies Calls;
