import type { Db } from '../../db/open.ts';
import { RESUME_FIXINGS } from '../../jobs/enqueue-resumption.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { resumeDue } from './resume-due.ts';

const MINUTE = 60_000;

export function resumeFixingsJob(db: Db): RecurringJob {
  return {
    name: RESUME_FIXINGS,
    run: async () => Math.max(0, Math.min(MINUTE, (await resumeDue(db)) ?? MINUTE)),
    longest: MINUTE,
    retry: MINUTE / 6,
  };
}
