import { nextDate } from '#domain/rates/freshness.ts';
import type { Db } from '../../db/open.ts';
import { insertFixingLogs, lockCompanyFixings } from '../rates/fixings.queries.ts';
import { deleteFixing, listFixingStates } from '../rates/held-fixings.queries.ts';
import type { RateOwner } from '../rates/rate-owners.queries.ts';
import { findFixing } from '../rates/rates.queries.ts';
import type { FixingResult } from '../rates/update-fixing.ts';
import { requireRateTold } from '../reservations/told-rates.ts';
import { removeFromSheet } from './sheets.queries.ts';

export type RemovedFixing = RateOwner & {
  userId: number;
  base: string;
  code: string;
  seenAt: Date | null;
  isSeen: boolean;
  at: Date;
};

export async function removeFixing(db: Db, leaving: RemovedFixing): Promise<FixingResult> {
  const { companyId, branch, userId, base, code, seenAt, isSeen, at } = leaving;
  const owner = { companyId, branch };
  return db.transaction().execute(async (trx) => {
    await lockCompanyFixings(trx, companyId);
    const [before] = await listFixingStates(trx, owner, [code]);
    if (seenAt?.getTime() !== before?.updatedAt.getTime()) {
      return { isDone: false, current: await findFixing(trx, owner, code) };
    }
    await removeFromSheet(trx, owner, code);
    if (before) {
      const stopped = { ...owner, code, sides: ['purchase', 'sale'] } as const;
      await requireRateTold(trx, stopped, { isSeen, at, act: 'retirez' });
      await deleteFixing(trx, owner, code);
      const line = {
        code,
        purchase: null,
        sale: null,
        updatedAt: nextDate(at, before.updatedAt),
        heldAt: null,
      };
      await insertFixingLogs(trx, { ...owner, userId, base, origin: 'hand' }, [line]);
    }
    return { isDone: true, current: null };
  });
}
