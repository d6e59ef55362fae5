import type { Act } from '../../act.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http-error.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { lockCompanyFixings } from './fixings.queries.ts';
import { type FixingAmounts, findFixing, type Suspension } from './rates.queries.ts';
import { saveSuspension } from './suspensions.queries.ts';

export type SideSuspension = {
  companyId: number;
  code: string;
  /** undefined: it stays as it is */
  purchase: boolean | undefined;
  sale: boolean | undefined;
  /** of what is suspended; undefined: until somebody resumes it */
  until: Date | undefined;
  act: Act;
};

/** Takes sides of a fixing out of comparisons, or lets them come back; its rates stay. Gives the row as it is then. */
export async function suspendFixing(db: Db, asked: SideSuspension): Promise<FixingAmounts | null> {
  const { companyId, code, act } = asked;
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const before = await findFixing(trx, companyId, code);
    const isMissing = (side: 'purchase' | 'sale') =>
      asked[side] === true && (before?.[side] ?? null) === null;
    if (!before || isMissing('purchase') || isMissing('sale')) {
      const sentence = `Il n’y a rien à suspendre pour ${code} : fixez d’abord un taux.`;
      throw new HttpError(409, 'never_fixed', sentence);
    }
    const after = suspended(before, asked);
    await saveSuspension(trx, { companyId, code, ...after });
    const changes = changesOf(told(before), told(after));
    if (Object.keys(changes).length > 0) {
      const entry = { companyId, changes: { currency: [null, code] as [unknown, unknown], ...changes } };
      await writeAudit(trx, act, { action: 'fixing.suspended', ...entry });
    }
    return { ...before, ...after };
  });
}

function suspended(before: Suspension, { purchase, sale, until }: SideSuspension): Suspension {
  const isPurchaseSuspended = purchase ?? before.isPurchaseSuspended;
  const isSaleSuspended = sale ?? before.isSaleSuspended;
  // one side that comes back leaves the other one's end as it was
  const ends = purchase || sale || until ? (until ?? null) : before.suspendedUntil;
  const suspendedUntil = isPurchaseSuspended || isSaleSuspended ? ends : null;
  return { isPurchaseSuspended, isSaleSuspended, suspendedUntil };
}

function told({ isPurchaseSuspended, isSaleSuspended, suspendedUntil }: Suspension) {
  return {
    is_purchase_suspended: isPurchaseSuspended,
    is_sale_suspended: isSaleSuspended,
    until: suspendedUntil?.toISOString() ?? null,
  };
}
