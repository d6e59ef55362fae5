import { sql } from 'kysely';
import type { FixingOrigin } from '#domain/fixings/fixing.ts';
import type { Db } from '../../db/open.ts';
import type { Counter } from '../rates/counters.queries.ts';
import type { FixingState } from '../rates/held-fixings.queries.ts';
import { type KeptStop, reviveStop, type StoredStop } from '../rates/margin-stops.queries.ts';

/**
 * A fixing as it was before a batch changed it, null where the bureau did not serve the currency; and why its rule rested
 * then, null where it did not. A batch of an older version does not say: undefined.
 */
export type Former = { code: string; before: FixingState | null; stop?: StoredStop | null };

export async function insertBatch(
  trx: Db,
  batch: Counter & {
    userId: number | null;
    at: Date;
    origin: FixingOrigin;
    former: readonly Former[];
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('batches')
    .values({
      company_id: batch.companyId,
      branch: batch.branch,
      user_id: batch.userId,
      at: batch.at,
      origin: batch.origin,
      former: JSON.stringify(batch.former),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type KeptState = Omit<FixingState, 'updatedAt' | 'heldAt' | 'acceptedAt'> & {
  updatedAt: string;
  heldAt: string | null;
  acceptedAt: string | null;
};

/** A bureau's batch; null: there is none of this number. */
export async function findBatch(
  trx: Db,
  companyId: number,
  id: number,
): Promise<{ branch: number | null; at: Date; takenBackAt: Date | null; former: Former[] } | null> {
  const row = await trx
    .selectFrom('batches')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .select(['branch', 'at', 'taken_back_at as takenBackAt', 'former'])
    .executeTakeFirst();
  if (!row) return null;
  // what insertBatch wrote
  const kept = row.former as { code: string; before: KeptState | null; stop?: KeptStop | null }[];
  return {
    ...row,
    former: kept.map(({ code, before, stop }) => ({
      code,
      before: before && revive(before),
      ...(stop !== undefined && { stop: stop && reviveStop(stop) }),
    })),
  };
}

function revive({ updatedAt, heldAt, acceptedAt, ...state }: KeptState): FixingState {
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...state,
    updatedAt: new Date(updatedAt),
    heldAt: instant(heldAt),
    acceptedAt: instant(acceptedAt),
  };
}

export async function noteTakenBack(trx: Db, id: number, at: Date): Promise<void> {
  await trx.updateTable('batches').set({ taken_back_at: at }).where('id', '=', id).execute();
}

/** The newest batch of a counter that changed something after this moment and was not taken back. */
export async function findLastBatch(db: Db, counter: Counter, after: Date) {
  return db
    .selectFrom('batches')
    .leftJoin('users', 'users.id', 'user_id')
    .where('batches.company_id', '=', counter.companyId)
    .where('branch', 'is not distinct from', counter.branch)
    .where('at', '>=', after)
    .where('taken_back_at', 'is', null)
    .where(sql<boolean>`former <> '[]'`)
    .select(['batches.id', 'at', 'name', 'surname'])
    .select(sql<number>`jsonb_array_length(former)`.as('count'))
    .orderBy('batches.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
