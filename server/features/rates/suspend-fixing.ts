import type { FixingSide } from '#domain/rates/draft.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { enqueueResumption } from '../../jobs/enqueue-resumption.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { requireRateTold } from '../reservations/told-rates.ts';
import { lockCompanyFixings } from './fixings.queries.ts';
import { describeBranch, type RateOwner } from './rate-owners.queries.ts';
import { type FixingAmounts, findFixing, type Suspension } from './rates.queries.ts';
import { saveSuspension } from './suspensions.queries.ts';

export type SideSuspension = RateOwner & {
  code: string;
  purchase: boolean | undefined;
  sale: boolean | undefined;
  until: Date | undefined;
  isSeen: boolean;
  act: Act;
};

export async function suspendFixing(db: Db, suspension: SideSuspension): Promise<FixingAmounts | null> {
  const { companyId, branch, code, act } = suspension;
  const owner = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const before = await findFixing(trx, owner, code);
    const isMissing = (side: 'purchase' | 'sale') =>
      suspension[side] === true && (before?.[side] ?? null) === null;
    if (!before || isMissing('purchase') || isMissing('sale')) {
      const sentence = `Aucun taux à suspendre pour ${code}. Fixez d’abord un taux.`;
      throw new HttpError(409, 'never_fixed', sentence);
    }
    const after = mergeSuspension(before, suspension);
    const stopped = { ...owner, code, sides: listStopped(before, after) };
    await requireRateTold(trx, stopped, { isSeen: suspension.isSeen, at: act.at, act: 'suspendez' });
    await saveSuspension(trx, owner, { code, ...after });
    if (suspension.until) await enqueueResumption(trx);
    await journalSuspension(trx, act, { action: 'fixing.suspended', ...owner, code, before, after });
    return { ...before, ...after };
  });
}

function listStopped(before: Suspension, after: Suspension): FixingSide[] {
  return [
    ...(after.isPurchaseSuspended && !before.isPurchaseSuspended ? ['purchase' as const] : []),
    ...(after.isSaleSuspended && !before.isSaleSuspended ? ['sale' as const] : []),
  ];
}

/** Each side keeps the end last given to it. */
function mergeSuspension(before: Suspension, { purchase, sale, until }: SideSuspension): Suspension {
  const end = (isSuspended: boolean | undefined, former: Date | null) =>
    isSuspended === undefined ? former : isSuspended ? (until ?? null) : null;
  return {
    isPurchaseSuspended: purchase ?? before.isPurchaseSuspended,
    isSaleSuspended: sale ?? before.isSaleSuspended,
    purchaseUntil: end(purchase, before.purchaseUntil),
    saleUntil: end(sale, before.saleUntil),
  };
}

export async function journalSuspension(
  trx: Db,
  act: Act,
  of: RateOwner & {
    action: 'fixing.suspended' | 'fixing.resumed';
    code: string;
    before: Suspension;
    after: Suspension;
  },
): Promise<void> {
  const changes = changesOf(describeSuspension(of.before), describeSuspension(of.after));
  if (Object.keys(changes).length === 0) return;
  const currency: [unknown, unknown] = [null, of.code];
  await writeAudit(trx, act, {
    action: of.action,
    companyId: of.companyId,
    changes: { ...(await describeBranch(trx, of)), currency, ...changes },
  });
}

function describeSuspension({ isPurchaseSuspended, isSaleSuspended, purchaseUntil, saleUntil }: Suspension) {
  return {
    is_purchase_suspended: isPurchaseSuspended,
    purchase_until: purchaseUntil?.toISOString() ?? null,
    is_sale_suspended: isSaleSuspended,
    sale_until: saleUntil?.toISOString() ?? null,
  };
}
