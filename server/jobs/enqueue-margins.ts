import type { Db } from '../db/open.ts';
import { addJob } from './add-job.queries.ts';

export const CARRY_MARGINS = 'carry-margins';

export async function enqueueMargins(trx: Db): Promise<void> {
  await addJob(trx, { name: CARRY_MARGINS, key: CARRY_MARGINS, priority: 'batch' });
}

export async function enqueueRemainingMargins(db: Db, after: number): Promise<void> {
  await addJob(db, {
    name: CARRY_MARGINS,
    payload: { after },
    key: `${CARRY_MARGINS}-rest`,
    priority: 'batch',
  });
}

export async function enqueueCompanyMargins(trx: Db, company: number, delay: number): Promise<void> {
  await addJob(trx, {
    name: CARRY_MARGINS,
    payload: { company },
    key: `${CARRY_MARGINS}-of-${company}`,
    delay,
  });
}
