import type { Db } from '../../db/open.ts';
import { changeState } from './change-state.ts';
import { findNextDue, holdReservation, listDue } from './reservations.queries.ts';

const AT_ONCE = 200;

/**
 * Ends what nobody answered in time, and what nobody came for, each by itself; says in how many milliseconds the next one
 * is due, by the clock of the database; null: none is.
 */
export async function lapseDue(db: Db, signal?: AbortSignal): Promise<number | null> {
  for (;;) {
    const due = await listDue(db, AT_ONCE);
    for (const { id } of due) {
      await db.transaction().execute((trx) => endDue(trx, id));
      signal?.throwIfAborted();
    }
    if (due.length < AT_ONCE) return findNextDue(db);
  }
}

/** Unless somebody has answered it, or moved it, meanwhile. */
async function endDue(trx: Db, id: number): Promise<void> {
  const held = await holdReservation(trx, id, { dueNow: true });
  if (!held) return;
  const to = held.state === 'requested' ? 'lapsed' : 'no_show';
  await changeState(trx, held, { to, actor: 'clock', at: held.now });
}
