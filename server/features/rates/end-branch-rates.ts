import { nextDate } from '#domain/rates/freshness.ts';
import { FEED_BASE } from '#domain/rates-feed/feed.ts';
import type { Db } from '../../db/open.ts';
import type { Act } from '../../http/actor.ts';
import { insertFixingLogs } from './fixings.queries.ts';
import { deleteFixings } from './held-fixings.queries.ts';

/**
 * Ends a branch's own rates with a log line each, because stored ones would be compared unjudged when it
 * returns. The caller holds the lock of the company's fixings.
 */
export async function endBranchRates(
  trx: Db,
  { companyId, branch, act }: { companyId: number; branch: number; act: Act },
): Promise<void> {
  const owner = { companyId, branch };
  const left = await deleteFixings(trx, owner);
  if (left.length === 0) return;
  const lines = left.map(({ code, updatedAt }) => ({
    code,
    purchase: null,
    sale: null,
    updatedAt: nextDate(act.at, updatedAt),
    heldAt: null,
  }));
  const of = { ...owner, userId: act.by.userId, base: FEED_BASE, origin: 'hand' as const };
  await insertFixingLogs(trx, of, lines);
}
