import { FEED_BASE } from '#domain/rates-feed/feed.ts';
import type { Db } from '../../db/open.ts';
import { CARRY_MARGINS, enqueueRemainingMargins } from '../../jobs/enqueue-margins.ts';
import type { Job } from '../../jobs/job.ts';
import { carryBureau, carryMargins, type MarginSettings } from './carry-margins.ts';

/** Less than what the queue lets a job last: a market that takes longer is cut into several. */
const AT_MOST_MS = 60_000;

/** Has bureaux that have rules follow the newest mid rates: all of them, from the id after `after`, or one. */
export function carryMarginsJob(parts: { db: Db; settings: MarginSettings; now: () => Date }): Job {
  const { db, settings, now } = parts;
  return {
    name: CARRY_MARGINS,
    async run({ company, after = 0 }, signal) {
      if (company !== undefined) {
        const carrying = { base: FEED_BASE, at: now(), settings, userId: null, seen: [] };
        await db.transaction().execute((trx) => carryBureau(trx, company, carrying));
        return;
      }
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(AT_MOST_MS)]);
      const rest = await carryMargins(db, { base: FEED_BASE, settings, now, after }, bounded);
      if (rest !== null) await enqueueRemainingMargins(db, rest);
    },
  };
}
