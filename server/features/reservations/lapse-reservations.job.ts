import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { lapseDue } from './lapse-due.ts';

const MINUTE = 60_000;

/** Ends reservations that were not answered in time, or not collected, at the minute. */
export function lapseReservationsJob(parts: { db: Db; log: FastifyBaseLogger }): RecurringJob {
  return {
    name: 'lapse-reservations',
    run: async (signal) => Math.max(0, Math.min(MINUTE, (await lapseDue(parts, signal)) ?? MINUTE)),
    longest: MINUTE,
    retry: MINUTE / 6,
  };
}
