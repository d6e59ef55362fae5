import { expect, test } from 'vitest';
import type { FeedHealth } from './feed-health.ts';
import { type FeedState, feedState } from './feed-state.ts';

const now = new Date('2026-11-20T12:00:00Z');
const healthy: FeedHealth = {
  is_configured: true,
  checked_at: '2026-11-20T11:30:00Z',
  succeeded_at: '2026-11-20T11:30:00Z',
  day: '2026-11-19',
  source: 'BCE',
  error: null,
  accepted: 30,
  refusals: [],
};

test.each<[string, Partial<FeedHealth>, FeedState]>([
  ['read within the hour', {}, 'current'],
  ['nothing to read from', { is_configured: false, error: 'Le flux ne répond pas.' }, 'not_configured'],
  ['never read', { checked_at: null, succeeded_at: null, day: null }, 'waiting'],
  ['the last check failed', { error: 'Le flux ne répond pas.' }, 'failing'],
  ['never once well', { succeeded_at: null, error: 'Le flux ne répond pas.' }, 'failing'],
  ['silent for a day', { succeeded_at: '2026-11-19T10:59:59Z' }, 'late'],
  ['silent for not quite a day', { succeeded_at: '2026-11-19T11:00:01Z' }, 'current'],
  ['of a day before the one that is due', { day: '2026-11-18' }, 'late'],
  ['of a day that is not due yet', { day: '2026-11-20' }, 'current'],
  ['refused entirely', { accepted: 0 }, 'refused'],
  ['of no day', { day: null }, 'current'],
  ['checked, and neither well nor failed yet', { succeeded_at: null }, 'waiting'],
  ['not checked yet', { checked_at: null }, 'waiting'],
  ['silent for 25 hours to the second', { succeeded_at: '2026-11-19T11:00:00Z' }, 'current'],
])('%s', (_, part, state) => {
  expect(feedState({ ...healthy, ...part }, now)).toBe(state);
});
