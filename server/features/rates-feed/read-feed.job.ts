import type { RecurringJob } from '../../jobs/job.ts';
import { type Checked, checkFeed, type FeedSource } from './check-feed.ts';

/** A feed that was read so recently is not read again: instances that start together read it once. */
const FRESH_MS = 5_000;
/** The wait after a failure, or while another instance reads it. */
const RETRY_MS = 15_000;
/** Each wait is up to a tenth longer or shorter, so that instances do not ask at the same second for ever. */
const JITTER = 0.1;

/** Reads the mid rates. */
export function readFeedJob(source: FeedSource & { intervalSeconds: number }): RecurringJob {
  const interval = source.intervalSeconds * 1000;
  const retry = Math.min(RETRY_MS, interval);

  function untilNext(checked: Checked): number {
    if (!checked) return retry;
    const wait = interval * (1 - JITTER + 2 * JITTER * Math.random());
    const passed = source.now().getTime() - checked.at.getTime();
    // a clock that was set waits an interval at most
    return Math.min(Math.max(wait - passed, 0), wait);
  }

  return {
    name: 'read-feed',
    run: async (signal) => untilNext(await checkFeed(source, Math.min(FRESH_MS, interval / 2), signal)),
    longest: Math.max(interval * (1 + JITTER), RETRY_MS),
    retry,
  };
}
