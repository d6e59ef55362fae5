import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseAway } from '../../db/away.ts';
import { type Clock, openClock } from '../../db/clock.ts';
import type { Db } from '../../db/open.ts';
import { changeState } from './change-state.ts';
import { findNextDue, listDue, lockReservation } from './reservations.queries.ts';

const AT_ONCE = 200;

type Parts = { db: Db; log: Pick<FastifyBaseLogger, 'error'>; clock?: Clock };

/**
 * Ends each unanswered or uncollected reservation by itself, none by a clock that is not believed. Returns the
 * milliseconds until the next is due, or null; failures are logged and left to the next run.
 */
export async function endDueReservations(
  { db, log, clock = openClock({ db }) }: Parts,
  signal?: AbortSignal,
): Promise<number | null> {
  const failed: number[] = [];
  for (;;) {
    const { time } = await clock.read();
    if (!time) return null;
    const due = await listDue(db, time, AT_ONCE, failed);
    for (const { id } of due) {
      try {
        await db.transaction().execute((trx) => endDue(trx, id, time));
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        log.error({ err: error, reservation: id }, 'a reservation that is due could not be ended');
        failed.push(id);
      }
      signal?.throwIfAborted();
    }
    if (due.length < AT_ONCE) return findNextDue(db, time, failed);
  }
}

async function endDue(trx: Db, id: number, at: Date): Promise<void> {
  const held = await lockReservation(trx, id, { dueBy: at });
  if (!held) return;
  const to = held.state === 'requested' ? 'lapsed' : 'no_show';
  await changeState(trx, held, { to, actor: 'clock', at });
}
