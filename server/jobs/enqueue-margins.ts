import type { Db } from '../db/open.ts';
import { addJob } from './add-job.queries.ts';

/** The job that has bureaux follow the mid rates. */
export const CARRY_MARGINS = 'carry-margins';

/** Has all bureaux follow the mid rates that the transaction brings, or that it confirms. */
export async function wantMargins(trx: Db): Promise<void> {
  await addJob(trx, { name: CARRY_MARGINS, key: CARRY_MARGINS, priority: 'batch' });
}

/** Has the bureaux after this one follow them too: what was begun did not end in time. */
export async function wantOtherMargins(db: Db, after: number): Promise<void> {
  await addJob(db, {
    name: CARRY_MARGINS,
    payload: { after },
    key: `${CARRY_MARGINS}-rest`,
    priority: 'batch',
  });
}

/** Has one bureau follow them, so many milliseconds from now. */
export async function wantMarginsOf(trx: Db, company: number, delay: number): Promise<void> {
  await addJob(trx, {
    name: CARRY_MARGINS,
    payload: { company },
    key: `${CARRY_MARGINS}-of-${company}`,
    delay,
  });
}
