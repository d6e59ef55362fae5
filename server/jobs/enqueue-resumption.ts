import type { Db } from '../db/open.ts';
import { addJob } from './add-job.queries.ts';

export const RESUME_FIXINGS = 'resume-fixings';

export async function enqueueResumption(trx: Db): Promise<void> {
  await addJob(trx, { name: RESUME_FIXINGS, key: RESUME_FIXINGS });
}
