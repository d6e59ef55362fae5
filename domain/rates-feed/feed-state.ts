import { newestDayDue } from './calendar.ts';
import type { FeedHealth } from './feed-health.ts';

/** `waiting`: never read yet. `refused`: read without a credible rate. */
export type FeedState = 'not_configured' | 'waiting' | 'failing' | 'refused' | 'late' | 'current';

const HOUR = 60 * 60 * 1000;

/** Above any sensible interval of a day, plus an hour for the fetch. */
const LONGEST_SILENCE = 25 * HOUR;

export function feedState(health: FeedHealth, now: Date): FeedState {
  const { is_configured, checked_at, succeeded_at, day, error, accepted } = health;
  if (!is_configured) return 'not_configured';
  if (error !== null) return 'failing';
  if (checked_at === null || succeeded_at === null) return 'waiting';
  if (accepted === 0) return 'refused';
  const isSilent = now.getTime() - Date.parse(succeeded_at) > LONGEST_SILENCE;
  const isOld = day !== null && day < newestDayDue(now);
  return isSilent || isOld ? 'late' : 'current';
}
