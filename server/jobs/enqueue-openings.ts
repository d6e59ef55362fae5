import type { Db } from '../db/open.ts';
import { addJob } from './add-job.queries.ts';

export const OPENING_TIMES = 'opening-times';

export async function enqueueOpenings(trx: Db): Promise<void> {
  await addJob(trx, { name: OPENING_TIMES, key: OPENING_TIMES, priority: 'urgent' });
}
