import type { Db } from '../../db/open.ts';
import { insertFixingLogs, lockCompanyFixings } from './fixings.queries.ts';
import { deleteFixing, listFixingStates } from './held-fixings.queries.ts';
import { findFixing } from './rates.queries.ts';
import { later } from './set-fixings.ts';
import { leaveSheet } from './sheets.queries.ts';
import type { FixingResult } from './update-fixing.ts';

export type Leaving = {
  companyId: number;
  userId: number;
  base: string;
  code: string;
  /** the row's time as last seen; null: never fixed */
  seenAt: Date | null;
  at: Date;
};

/** A currency leaves the sheet and is served no more, which a line without amounts says; or the row is another one. */
export async function leaveFixing(db: Db, leaving: Leaving): Promise<FixingResult> {
  const { companyId, userId, base, code, seenAt, at } = leaving;
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const [before] = await listFixingStates(trx, companyId, [code]);
    if (seenAt?.getTime() !== before?.updatedAt.getTime()) {
      return { isDone: false, current: await findFixing(trx, companyId, code) };
    }
    await leaveSheet(trx, companyId, code);
    if (before) {
      await deleteFixing(trx, companyId, code);
      const line = {
        code,
        purchase: null,
        sale: null,
        updatedAt: later(at, before.updatedAt),
        heldAt: null,
      };
      await insertFixingLogs(trx, { companyId, userId, base, origin: 'hand' }, [line]);
    }
    return { isDone: true, current: null };
  });
}
