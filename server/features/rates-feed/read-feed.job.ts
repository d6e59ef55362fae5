import type { RecurringJob } from '../../jobs/job.ts';
import { checkFeed, type FeedSource, type LatestCheck } from './check-feed.ts';

/** Milliseconds in which the feed is not read again, for instances that start together. */
const FRESH_MS = 5_000;
/** Milliseconds after a failure, or while another instance reads. */
const RETRY_MS = 15_000;
/** Relative jitter of each wait, so that instances spread their requests. */
const JITTER = 0.1;

export function readFeedJob(source: FeedSource & { intervalSeconds: number }): RecurringJob {
  const interval = source.intervalSeconds * 1000;
  const retry = Math.min(RETRY_MS, interval);

  function untilNext(checked: LatestCheck): number {
    if (!checked) return retry;
    const wait = interval * (1 - JITTER + 2 * JITTER * Math.random());
    const passed = source.now().getTime() - checked.at.getTime();
    // after a clock change the wait is one interval at most
    return Math.min(Math.max(wait - passed, 0), wait);
  }

  return {
    name: 'read-feed',
    run: async (signal) => untilNext(await checkFeed(source, Math.min(FRESH_MS, interval / 2), signal)),
    longest: Math.max(interval * (1 + JITTER), RETRY_MS),
    retry,
  };
}
