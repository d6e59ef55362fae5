import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { RemovedFactor } from './removed-factors.ts';

const TABLES = { passkey: 'passkeys', totp: 'totp_secrets' } as const;

/** Copies a factor before it is deleted. `id`: of a passkey. */
export async function copyRemovedFactor(
  trx: Db,
  removed: { userId: number; kind: RemovedFactor['kind']; id: number | null; at: Date },
): Promise<void> {
  const { userId, kind, id, at } = removed;
  await sql`
    insert into removed_factors (user_id, kind, factor, removed_at)
    select user_id, ${kind}, to_jsonb(owned), ${at} from ${sql.table(TABLES[kind])} as owned
    where user_id = ${userId} ${id === null ? sql`` : sql`and owned.id = ${id}`}`.execute(trx);
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
