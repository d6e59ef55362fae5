import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { notifyOutboxes } from '../../mail/mails.queries.ts';
import { applyRetention } from './retention.ts';

const HOUR = 60 * 60_000;
const TEN_MINUTES = 10 * 60_000;

export function retentionJob({ db, log }: { db: Db; log: FastifyBaseLogger }): RecurringJob {
  return {
    name: 'erase-on-time',
    async run(signal) {
      await applyRetention({ db, log }, signal);
      await notifyOutboxes(db);
      return HOUR;
    },
    longest: HOUR,
    retry: TEN_MINUTES,
  };
}
