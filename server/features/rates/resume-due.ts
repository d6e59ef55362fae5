import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { lockCompanyFixings } from './fixings.queries.ts';
import type { RateOwner } from './rate-owners.queries.ts';
import { listOwnerFixings, type Suspension } from './rates.queries.ts';
import { journalSuspension } from './suspend-fixing.ts';
import { findNextEnd, listOwnersDue, readClock, saveSuspension } from './suspensions.queries.ts';

/**
 * Resumes sides whose suspension is over, one company at a time. Returns the milliseconds until the next
 * end; null: none.
 */
export async function resumeDue(db: Db): Promise<number | null> {
  for (const owner of await listOwnersDue(db)) {
    await db.transaction().execute((trx) => resumeOwner(trx, owner));
  }
  return findNextEnd(db);
}

/** Reads after locking the company's fixings, so that an end moved meanwhile counts. */
async function resumeOwner(trx: Db, owner: RateOwner): Promise<void> {
  await lockCompanyFixings(trx, owner.companyId);
  const at = await readClock(trx);
  const act: Act = { by: { userId: null, scopes: [], isVerified: false }, at };
  for (const { code, ...before } of await listOwnerFixings(trx, owner)) {
    const after = withoutEnded(before, at);
    if (!after) continue;
    await saveSuspension(trx, owner, { code, ...after });
    await journalSuspension(trx, act, { action: 'fixing.resumed', ...owner, code, before, after });
  }
}

function withoutEnded(before: Suspension, at: Date): Suspension | null {
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
