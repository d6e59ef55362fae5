import { reopenedUntil } from '#domain/reservations/deadlines.ts';
import { mayReopen, type OpenState, type ReservationState } from '#domain/reservations/states.ts';
import { runDry } from '../../db/dry-run.ts';
import type { Db } from '../../db/open.ts';
import { COMPANY_ITSELF } from './pickup-branch.ts';
import { recordEvent } from './record-event.ts';
import { findEndByClock, listEndedByClock } from './reopen.queries.ts';
import { findPickupBranch, lockTerms } from './request.queries.ts';
import { lockReservation, updateState } from './reservations.queries.ts';
import { retakeStock } from './stocks.queries.ts';

export type Reopening = {
  number: string;
  company: string;
  from: ReservationState;
  to: OpenState;
  outcome: 'reopened' | 'past' | 'no_stock' | 'no_traveller' | 'not_taken';
};

export type EndedBetween = { since: Date; until: Date };

// single transaction, so that two do not count on the same stock
export async function planReopening(db: Db, range: EndedBetween): Promise<Reopening[]> {
  return runDry(db, async (trx) => {
    const plan: Reopening[] = [];
    for (const { id } of await listEndedByClock(trx, range)) {
      const reopening = await reopen(trx, id);
      if (reopening) plan.push(reopening);
    }
    return plan;
  });
}

/** Reopens each reservation by itself that a wrong clock has ended, where its hour is to come and its amount is there. */
export async function reopenReservations(db: Db, range: EndedBetween): Promise<Reopening[]> {
  const done: Reopening[] = [];
  for (const { id } of await listEndedByClock(db, range)) {
    const reopening = await db.transaction().execute((trx) => reopen(trx, id));
    if (reopening) done.push(reopening);
  }
  return done;
}

async function reopen(trx: Db, id: number): Promise<Reopening | null> {
  const held = await lockReservation(trx, id, { anybody: true });
  const end = held && (await findEndByClock(trx, id));
  if (!held || !end || !mayReopen(held.state, end.to)) return null;
  const { number, company, to, branch } = end;
  const reopening = { number, company, from: held.state, to };
  if (held.travellerId === null) return { ...reopening, outcome: 'no_traveller' };
  const terms = await lockTerms(trx, held.companyId);
  const pickupBranch = branch === null ? COMPANY_ITSELF : await findPickupBranch(trx, held.companyId, branch);
  if (!terms || !pickupBranch) return { ...reopening, outcome: 'not_taken' };
  const now = held.now.getTime();
  const dueAt = reopenedUntil(to, now, {
    pickupAt: held.pickupAt.getTime(),
    heldUntil: held.heldUntil.getTime(),
    dueAt: held.dueAt.getTime(),
    terms,
    opening: pickupBranch.opening,
  });
  if (dueAt <= now) return { ...reopening, outcome: 'past' };
  // a no-show has kept its amount
  const hasStock =
    held.stockId !== null && (to !== 'requested' || (await retakeStock(trx, held.stockId, held.handedOver)));
  if (!hasStock) return { ...reopening, outcome: 'no_stock' };
  await updateState(trx, id, { state: to, at: held.now, dueAt: new Date(dueAt) });
  await recordEvent(trx, id, { kind: to, actor: 'clock', at: held.now });
  return { ...reopening, outcome: 'reopened' };
}
