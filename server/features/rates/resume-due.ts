import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import type { Counter } from './counters.queries.ts';
import { lockCompanyFixings } from './fixings.queries.ts';
import { listCounterFixings, type Suspension } from './rates.queries.ts';
import { tellSuspension } from './suspend-fixing.ts';
import { findNextEnd, listCountersDue, readClock, saveSuspension } from './suspensions.queries.ts';

/**
 * Resumes the sides whose end has come, one bureau after the other, and says in how many milliseconds the next one is
 * due; null: none is.
 */
export async function resumeDue(db: Db): Promise<number | null> {
  for (const counter of await listCountersDue(db)) {
    await db.transaction().execute((trx) => resumeCounter(trx, counter));
  }
  return findNextEnd(db);
}

/** Reads only once nobody else writes the bureau's fixings: an end that was moved meanwhile counts as it is now. */
async function resumeCounter(trx: Db, counter: Counter): Promise<void> {
  await lockCompanyFixings(trx, counter.companyId);
  const at = await readClock(trx);
  const act: Act = { by: { userId: null, scopes: [], isVerified: false }, at };
  for (const { code, ...before } of await listCounterFixings(trx, counter)) {
    const after = resumed(before, at);
    if (!after) continue;
    await saveSuspension(trx, counter, { code, ...after });
    await tellSuspension(trx, act, { action: 'fixing.resumed', ...counter, code, before, after });
  }
}

/** null: nothing is due. */
function resumed(before: Suspension, at: Date): Suspension | null {
  const isPurchaseDue = before.purchaseUntil !== null && before.purchaseUntil <= at;
  const isSaleDue = before.saleUntil !== null && before.saleUntil <= at;
  if (!isPurchaseDue && !isSaleDue) return null;
  return {
    isPurchaseSuspended: before.isPurchaseSuspended && !isPurchaseDue,
    isSaleSuspended: before.isSaleSuspended && !isSaleDue,
    purchaseUntil: isPurchaseDue ? null : before.purchaseUntil,
    saleUntil: isSaleDue ? null : before.saleUntil,
  };
}
