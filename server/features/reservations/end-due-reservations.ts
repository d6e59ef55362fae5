import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseAway } from '../../db/away.ts';
import type { Db } from '../../db/open.ts';
import { changeState } from './change-state.ts';
import { findNextDue, listDue, lockReservation } from './reservations.queries.ts';

const AT_ONCE = 200;

/**
 * Ends each unanswered or uncollected reservation by itself. Returns the milliseconds until the next is due
 * by the database's clock, or null; failures are logged and left to the next run.
 */
export async function endDueReservations(
  { db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> },
  signal?: AbortSignal,
): Promise<number | null> {
  const failed: number[] = [];
  for (;;) {
    const due = await listDue(db, AT_ONCE, failed);
    for (const { id } of due) {
      try {
        await db.transaction().execute((trx) => endDue(trx, id));
      } catch (error) {
        if (isDatabaseAway(error)) throw error;
        log.error({ err: error, reservation: id }, 'a reservation that is due could not be ended');
        failed.push(id);
      }
      signal?.throwIfAborted();
    }
    if (due.length < AT_ONCE) return findNextDue(db, failed);
  }
}

async function endDue(trx: Db, id: number): Promise<void> {
  const held = await lockReservation(trx, id, { dueNow: true });
  if (!held) return;
  const to = held.state === 'requested' ? 'lapsed' : 'no_show';
  await changeState(trx, held, { to, actor: 'clock', at: held.now });
}
