import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { sealSomeCodes } from './pickup-codes.queries.ts';
import type { PickupCodes } from './pickup-codes.ts';

const MINUTE = 60_000;

export function sealCodesJob({ db, codes }: { db: Db; codes: PickupCodes }): RecurringJob {
  return {
    name: 'seal-codes',
    run: async () => ((await sealSomeCodes(db, codes)) ? 0 : MINUTE),
    longest: MINUTE,
    retry: MINUTE / 6,
  };
}
