import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/open.ts';
import { lapseDue } from '../features/reservations/lapse-due.ts';
import type { RecurringJob } from './job.ts';

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
