import type { FastifyBaseLogger } from 'fastify';
import { type Clock, openClock } from '../../db/clock.ts';
import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { notifyOutboxes } from '../../mail/mails.queries.ts';
import { applyRetention } from './retention.ts';

const HOUR = 60 * 60_000;
const TEN_MINUTES = 10 * 60_000;

type Parts = { db: Db; log: FastifyBaseLogger; clock?: Clock };

export function retentionJob({ db, log, clock = openClock({ db, log }) }: Parts): RecurringJob {
  return {
    name: 'erase-on-time',
    async run(signal) {
      await applyRetention({ db, log, clock }, signal);
      await notifyOutboxes(db);
      return HOUR;
    },
    longest: HOUR,
    retry: TEN_MINUTES,
  };
}
