import type { Db } from '../../db/open.ts';
import type { Counter } from '../rates/counters.queries.ts';
import { insertFixingLogs, lockCompanyFixings } from '../rates/fixings.queries.ts';
import { deleteFixing, listFixingStates } from '../rates/held-fixings.queries.ts';
import { findFixing } from '../rates/rates.queries.ts';
import { later } from '../rates/set-fixings.ts';
import type { FixingResult } from '../rates/update-fixing.ts';
import { leaveSheet } from './sheets.queries.ts';

export type Leaving = Counter & {
  userId: number;
  base: string;
  code: string;
  /** the row's time as last seen; null: never fixed */
  seenAt: Date | null;
  at: Date;
};

/** A currency leaves the sheet and is served no more, which a line without amounts says; or the row is another one. */
export async function leaveFixing(db: Db, leaving: Leaving): Promise<FixingResult> {
  const { companyId, branch, userId, base, code, seenAt, at } = leaving;
  const counter = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const [before] = await listFixingStates(trx, counter, [code]);
    if (seenAt?.getTime() !== before?.updatedAt.getTime()) {
      return { isDone: false, current: await findFixing(trx, counter, code) };
    }
    await leaveSheet(trx, counter, code);
    if (before) {
      await deleteFixing(trx, counter, code);
      const line = {
        code,
        purchase: null,
        sale: null,
        updatedAt: later(at, before.updatedAt),
        heldAt: null,
      };
      await insertFixingLogs(trx, { ...counter, userId, base, origin: 'hand' }, [line]);
    }
    return { isDone: true, current: null };
  });
}
