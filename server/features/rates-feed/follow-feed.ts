import { type Checked, checkFeed, type FeedSource } from './check-feed.ts';

/** Instances that start together read the feed once. */
const START_MS = 5_000;
/** After a database that was away, or while another instance is at it. */
const RETRY_MS = 15_000;
/** Each wait is up to a tenth longer or shorter, so that instances do not ask at the same second for ever. */
const JITTER = 0.1;

export type FollowedFeed = { close(): Promise<void> };

/** Reads the feed now and every interval, whichever instance comes first, until closed. */
export function followRatesFeed(source: FeedSource & { intervalSeconds: number }): FollowedFeed {
  const { now, log } = source;
  const interval = source.intervalSeconds * 1000;
  const earliest = interval * (1 - JITTER);
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = check(Math.min(START_MS, earliest));

  async function check(freshMs: number): Promise<void> {
    let checked: Checked = null;
    try {
      checked = await checkFeed(source, freshMs, closing.signal);
    } catch (error) {
      if (closing.signal.aborted) return;
      log.warn({ err: error }, 'the rates feed could not be checked; it is tried again');
    }
    if (closing.signal.aborted) return;
    timer = setTimeout(() => {
      running = check(earliest);
    }, untilNext(checked));
  }

  function untilNext(checked: Checked): number {
    if (!checked) return Math.min(RETRY_MS, interval);
    const wait = interval * (1 - JITTER + 2 * JITTER * Math.random());
    const passed = now().getTime() - checked.at.getTime();
    // a clock that was set waits an interval at most
    return Math.min(Math.max(wait - passed, 0), wait);
  }

  return {
    close() {
      clearTimeout(timer);
      closing.abort();
      return running;
    },
  };
}
