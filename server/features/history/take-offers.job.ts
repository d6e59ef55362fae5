import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { takeDueOffers } from './take-offers.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export function takeOffersJob(parts: { db: Db; freshHours: number; now: () => Date }): RecurringJob {
  return {
    name: 'take-offers',
    run: async (signal) => Math.min(HOUR, await takeDueOffers(parts, parts.now(), signal)),
    longest: HOUR,
    retry: 10 * MINUTE,
  };
}
