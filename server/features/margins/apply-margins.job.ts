import { FEED_BASE } from '#domain/rates-feed/feed.ts';
import type { Db } from '../../db/open.ts';
import { CARRY_MARGINS, enqueueRemainingMargins } from '../../jobs/enqueue-margins.ts';
import type { Job } from '../../jobs/job.ts';
import { applyCompanyRules, applyMargins, type MarginSettings } from './apply-margins.ts';

/** Below the queue's longest run. A larger market is cut into several jobs. */
const AT_MOST_MS = 60_000;

export function applyMarginsJob(parts: { db: Db; settings: MarginSettings; now: () => Date }): Job {
  const { db, settings, now } = parts;
  return {
    name: CARRY_MARGINS,
    async run({ company, after = 0 }, signal) {
      if (company !== undefined) {
        const carrying = { base: FEED_BASE, at: now(), settings, userId: null, seen: [] };
        await db.transaction().execute((trx) => applyCompanyRules(trx, company, carrying));
        return;
      }
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(AT_MOST_MS)]);
      const rest = await applyMargins(db, { base: FEED_BASE, settings, now, after }, bounded);
      if (rest !== null) await enqueueRemainingMargins(db, rest);
    },
  };
}
