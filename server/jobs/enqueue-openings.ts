import type { Db } from '../db/open.ts';
import { addJob } from './add-job.queries.ts';

/** The job that computes when branches are open. */
export const OPENING_TIMES = 'opening-times';

/** Has it known when the branches are open that the transaction brings. */
export async function wantOpenings(trx: Db): Promise<void> {
  await addJob(trx, { name: OPENING_TIMES, key: OPENING_TIMES, priority: 'urgent' });
}
