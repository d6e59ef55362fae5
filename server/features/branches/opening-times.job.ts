import type { Db } from '../../db/open.ts';
import { OPENING_TIMES } from '../../jobs/enqueue-openings.ts';
import type { Job, RecurringJob } from '../../jobs/job.ts';
import { tellClosures } from '../reservations/told-closures.ts';
import { tellSuspensions } from '../reservations/told-suspensions.ts';
import { computeOpenings } from './compute-openings.ts';

const MINUTE = 60_000;

export function recurringOpeningsJob({ db, now }: { db: Db; now: () => Date }): RecurringJob {
  return {
    name: 'daily-opening-times',
    run: async (signal) => {
      await refreshOpenings({ db, now }, signal);
      return 5 * MINUTE;
    },
    longest: 5 * MINUTE,
    retry: MINUTE,
  };
}

export function openingsJob({ db, now }: { db: Db; now: () => Date }): Job {
  return {
    name: OPENING_TIMES,
    run: (_payload, signal) => refreshOpenings({ db, now }, signal),
  };
}

async function refreshOpenings({ db, now }: { db: Db; now: () => Date }, signal: AbortSignal): Promise<void> {
  await computeOpenings(db, now(), signal);
  await db.transaction().execute(async (trx) => {
    await tellClosures(trx, now());
    await tellSuspensions(trx, now());
  });
}
