import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { endDueReservations } from './end-due-reservations.ts';

const MINUTE = 60_000;

export function lapseReservationsJob(parts: { db: Db; log: FastifyBaseLogger }): RecurringJob {
  return {
    name: 'lapse-reservations',
    run: async (signal) => Math.max(0, Math.min(MINUTE, (await endDueReservations(parts, signal)) ?? MINUTE)),
    longest: MINUTE,
    retry: MINUTE / 6,
  };
}
