import type { Db } from '../db/open.ts';
import { addJob } from './add-job.queries.ts';

/** The job that lets what was suspended until a moment come back. */
export const RESUME_FIXINGS = 'resume-fixings';

/** Has it look when the next end is that the transaction brings: it knew of none so near. */
export async function wantResumption(trx: Db): Promise<void> {
  await addJob(trx, { name: RESUME_FIXINGS, key: RESUME_FIXINGS });
}
