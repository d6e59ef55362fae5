import type { Db } from '../db/open.ts';
import { resumeDue } from '../features/fixings/resume-due.ts';
import type { RecurringJob } from './job.ts';
import { RESUME_FIXINGS } from './want-resumption.ts';

const MINUTE = 60_000;

/** Lets what was suspended until now come back into comparisons, at the minute. */
export function resumeFixingsJob(db: Db): RecurringJob {
  return {
    name: RESUME_FIXINGS,
    run: async () => Math.max(0, Math.min(MINUTE, (await resumeDue(db)) ?? MINUTE)),
    longest: MINUTE,
    retry: MINUTE / 6,
  };
}
