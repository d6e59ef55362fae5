import type { FeedHealth } from './feed-health.ts';

/** `waiting`: configured and not read yet. */
export type FeedState = 'not_configured' | 'waiting' | 'failing' | 'late' | 'current';

const HOUR = 60 * 60 * 1000;

/** Any sensible interval has passed by then (a day), with an hour for the fetch. */
const LONGEST_SILENCE = 25 * HOUR;
/** Rates of a Thursday stand until the Tuesday after Easter: five days, and the hours until they are published. */
const OLDEST_DAY = 5.75 * 24 * HOUR;

/** How the feed does, in one word: by what the server says of it and by how long that is ago. */
export function feedState(health: FeedHealth, now: Date): FeedState {
  const { is_configured, checked_at, succeeded_at, day, error } = health;
  if (!is_configured) return 'not_configured';
  if (error !== null) return 'failing';
  if (checked_at === null || succeeded_at === null) return 'waiting';
  const isSilent = now.getTime() - Date.parse(succeeded_at) > LONGEST_SILENCE;
  const isOld = day !== null && now.getTime() - Date.parse(day) > OLDEST_DAY;
  return isSilent || isOld ? 'late' : 'current';
}
