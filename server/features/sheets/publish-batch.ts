import type { PlausibilityLimits } from '#domain/rates/plausibility.ts';
import type { Db } from '../../db/open.ts';
import { listStops } from '../rates/margin-stops.queries.ts';
import { type Setting, setFixings } from '../rates/set-fixings.ts';
import { insertBatch } from './batches.queries.ts';

/** Conflicting codes and then no change, or the new batch. `batchId` null: nothing changed. */
export type PublishedBatch = { moved: readonly string[]; batchId: number | null };

/** Fixes all or nothing. The caller's transaction holds the lock of the company's fixings. */
export async function publishBatch(
  trx: Db,
  setting: Setting,
  limits: PlausibilityLimits,
): Promise<PublishedBatch> {
  const { companyId, branch, user, act, origin } = setting;
  let batchId: number | null = null;
  const { moved } = await setFixings(trx, setting, limits, async (changed) => {
    // margin rules belong to the company alone
    const stops = new Map(
      branch === null ? (await listStops(trx, companyId)).map((stop) => [stop.code, stop]) : [],
    );
    const former = changed.map(({ code, before }) => ({ code, before, stop: stops.get(code) ?? null }));
    const of = { companyId, branch, userId: user?.id ?? null };
    batchId = await insertBatch(trx, { ...of, at: act.at, origin, former });
    return batchId;
  });
  return { moved, batchId };
}
