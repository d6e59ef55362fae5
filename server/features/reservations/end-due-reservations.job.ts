import type { FastifyBaseLogger } from 'fastify';
import { type Clock, openClock } from '../../db/clock.ts';
import type { Db } from '../../db/open.ts';
import type { RecurringJob } from '../../jobs/job.ts';
import { endDueReservations } from './end-due-reservations.ts';

const MINUTE = 60_000;

type Parts = { db: Db; log: FastifyBaseLogger; clock?: Clock };

export function lapseReservationsJob({ db, log, clock = openClock({ db, log }) }: Parts): RecurringJob {
  const parts = { db, log, clock };
  return {
    name: 'lapse-reservations',
    run: async (signal) => Math.max(0, Math.min(MINUTE, (await endDueReservations(parts, signal)) ?? MINUTE)),
    longest: MINUTE,
    retry: MINUTE / 6,
  };
}
