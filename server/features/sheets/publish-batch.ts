import type { PlausibilityLimits } from '#domain/fixings/plausibility.ts';
import type { Db } from '../../db/open.ts';
import { listStops } from '../rates/margin-stops.queries.ts';
import { type Setting, setFixings } from '../rates/set-fixings.ts';
import { insertBatch } from './batches.queries.ts';

/** What moved meanwhile, by code, and then nothing is done; or the batch that was made, null where nothing changed. */
export type Published = { moved: readonly string[]; batchId: number | null };

/** Fixes all of it, or nothing. To be called in a transaction, by who holds the lock of the company's fixings. */
export async function publishBatch(
  trx: Db,
  setting: Setting,
  limits: PlausibilityLimits,
): Promise<Published> {
  const { companyId, branch, user, act, origin } = setting;
  let batchId: number | null = null;
  const { moved } = await setFixings(trx, setting, limits, async (changed) => {
    // rules are the company's own
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
