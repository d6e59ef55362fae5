import type { Db } from '../db/open.ts';
import type { RecurringJob } from '../jobs/job.ts';
import { updateDemo } from './update-demo.ts';

const MINUTE = 60_000;

export function updateDemoJob(parts: { db: Db; hasFeed: boolean; now: () => Date }): RecurringJob {
  const { db, hasFeed, now } = parts;
  return {
    name: 'move-demo-on',
    async run(signal) {
      await updateDemo(db, { now: now(), hasFeed, signal });
      return 10 * MINUTE;
    },
    longest: 10 * MINUTE,
    retry: MINUTE,
  };
}
