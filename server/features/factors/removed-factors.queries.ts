import { sql } from 'kysely';
import type { RemoveFactor } from '#domain/factors/second-factor.ts';
import type { Db } from '../../db/open.ts';
import type { RemovedFactor } from './removed-factors.ts';

const TABLES = { passkey: 'passkeys', totp: 'totp_secrets' } as const;

/** Deletes a factor and stores its row, by which it can be restored. false: it is not there. */
export async function moveToRemoved(
  trx: Db,
  { userId, factor, at }: { userId: number; factor: RemoveFactor; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with removed as (
      delete from ${sql.table(TABLES[factor.factor])}
      where user_id = ${userId} ${factor.factor === 'passkey' ? sql`and id = ${factor.id}` : sql``}
      returning *
    )
    insert into removed_factors (user_id, kind, factor, removed_at)
    select user_id, ${factor.factor}, to_jsonb(removed), ${at} from removed`.execute(trx);
  return numAffectedRows === 1n;
}

function selectRemovals(db: Db) {
  return db
    .selectFrom('removed_factors')
    .select(['id', 'user_id as userId', 'kind', 'removed_at as removedAt']);
}

/** Removal of that moment, which the letter about it is of. null: restored, or erased. */
export async function findRemovalOf(db: Db, userId: number, at: Date): Promise<RemovedFactor | null> {
  const query = selectRemovals(db).where('user_id', '=', userId).where('removed_at', '=', at);
  return (await query.executeTakeFirst()) ?? null;
}

export async function findRemoval(db: Db, id: number, since: Date): Promise<RemovedFactor | null> {
  const query = selectRemovals(db).where('id', '=', id).where('removed_at', '>', since);
  return (await query.executeTakeFirst()) ?? null;
}

/** Puts the factor back in place of those added since. false: restored meanwhile. */
export async function restoreRemoval(
  trx: Db,
  { id, userId, kind, removedAt }: RemovedFactor,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('removed_factors')
    .where('id', '=', id)
    .returning('factor')
    .executeTakeFirst();
  if (!row) return false;
  for (const table of Object.values(TABLES)) {
    await trx.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', removedAt).execute();
  }
  const table = sql.table(TABLES[kind]);
  await sql`
    insert into ${table} overriding system value
    select * from jsonb_populate_record(null::${table}, ${JSON.stringify(row.factor)}::jsonb)
    on conflict do nothing`.execute(trx);
  return true;
}
