import { sql } from 'kysely';
import type { FixingOrigin } from '#domain/rates/fixing.ts';
import type { Db } from '../../db/open.ts';
import type { FixingState } from '../rates/held-fixings.queries.ts';
import { type JsonStop, reviveStop, type StoredStop } from '../rates/margin-stops.queries.ts';
import type { RateOwner } from '../rates/rate-owners.queries.ts';

/**
 * Fixing before a batch. `before` null: the currency was not served; `stop` null: its rule ran; undefined:
 * an older version did not record it.
 */
export type FormerFixing = { code: string; before: FixingState | null; stop?: StoredStop | null };

export async function insertBatch(
  trx: Db,
  batch: RateOwner & {
    userId: number | null;
    at: Date;
    origin: FixingOrigin;
    former: readonly FormerFixing[];
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

export async function findBatch(
  trx: Db,
  companyId: number,
  id: number,
): Promise<{ branch: number | null; at: Date; takenBackAt: Date | null; former: FormerFixing[] } | null> {
  const row = await trx
    .selectFrom('batches')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .select(['branch', 'at', 'taken_back_at as takenBackAt', 'former'])
    .executeTakeFirst();
  if (!row) return null;
  // written by insertBatch
  const states = row.former as { code: string; before: KeptState | null; stop?: JsonStop | null }[];
  return {
    ...row,
    former: states.map(({ code, before, stop }) => ({
      code,
      before: before && parseState(before),
      ...(stop !== undefined && { stop: stop && reviveStop(stop) }),
    })),
  };
}

function parseState({ updatedAt, heldAt, acceptedAt, ...state }: KeptState): FixingState {
  const instant = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...state,
    updatedAt: new Date(updatedAt),
    heldAt: instant(heldAt),
    acceptedAt: instant(acceptedAt),
  };
}

export async function markRevoked(trx: Db, id: number, at: Date): Promise<void> {
  await trx.updateTable('batches').set({ taken_back_at: at }).where('id', '=', id).execute();
}

export async function findLastBatch(db: Db, owner: RateOwner, after: Date) {
  return db
    .selectFrom('batches')
    .leftJoin('users', 'users.id', 'user_id')
    .where('batches.company_id', '=', owner.companyId)
    .where('branch', 'is not distinct from', owner.branch)
    .where('at', '>=', after)
    .where('taken_back_at', 'is', null)
    .where(sql<boolean>`former <> '[]'`)
    .select(['batches.id', 'at', 'name', 'surname'])
    .select(sql<number>`jsonb_array_length(former)`.as('count'))
    .orderBy('batches.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
