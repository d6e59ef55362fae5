import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { ErasureKind } from '../../db/schema.ts';
import { eraseTravellers } from './erase-travellers.queries.ts';
import { ERASED_EVENT_COLUMNS, eraseUsers } from './erase-users.queries.ts';

/** Row erased at a person's request, without personal data. `rowAt`: its creation. */
export type Erasure = { kind: ErasureKind; rowId: number; rowAt: Date; at: Date };

export async function insertErasure(trx: Db, { kind, rowId, rowAt, at }: Erasure): Promise<void> {
  await trx
    .insertInto('erasures')
    .values({ kind, row_id: rowId, row_at: rowAt, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Runs a statement that erases rows and returns `id` and `at`, and records each. Returns their number. */
export async function eraseRows(
  trx: Db,
  { kind, at }: { kind: ErasureKind; at: Date },
  statement: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (${statement}), noted as (
      insert into erasures (kind, row_id, row_at, at) select ${kind}, id, at, ${at} from gone on conflict do nothing
    )
    select count(*)::int as count from gone`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function selectErasures(db: Db): Promise<Erasure[]> {
  return db
    .selectFrom('erasures')
    .select(['kind', 'row_id as rowId', 'row_at as rowAt', 'at'])
    .orderBy('at')
    .orderBy('kind')
    .orderBy('row_id')
    .execute();
}

export async function insertMissingErasures(db: Db, erasures: readonly Erasure[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into erasures (kind, row_id, row_at, at)
    select * from unnest(${erasures.map(({ kind }) => kind)}::text[], ${erasures.map(({ rowId }) => rowId)}::bigint[],
      ${erasures.map(({ rowAt }) => rowAt)}::timestamptz[], ${erasures.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Erases recorded rows that a backup restored. Requires a transaction; returns their number. */
export async function replayErasures(trx: Db): Promise<number> {
  const counts = [
    // first, because recipients are found by addresses in the other rows
    await replayMails(trx),
    await replay(
      trx,
      sql`update leads as row set email = '', consent_at = null, consent_text = null from erasures
        where ${isRecorded('lead')} and email <> ''`,
    ),
    await replay(
      trx,
      sql`delete from subscriptions as row using erasures where ${isRecorded('subscription')}`,
    ),
    await replay(
      trx,
      sql`update audit_entries as row set changes = changes - 'email' from erasures
        where ${isRecorded('entry')} and changes ? 'email'`,
    ),
    await replay(
      trx,
      sql`update security_events as row set ${ERASED_EVENT_COLUMNS} from erasures
        where ${isRecorded('security_event')} and account is not null`,
    ),
    await replayUsers(trx),
    await replayTravellers(trx),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

function isRecorded(kind: ErasureKind, madeAt = 'at') {
  return sql`erasures.kind = ${kind} and row_id = row.id and row_at = ${sql.ref(`row.${madeAt}`)}`;
}

async function replay(trx: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Mails that were erased, and newsletter mails to erased subscriptions, which would be sent again. */
async function replayMails(trx: Db): Promise<number> {
  const noted = await replay(
    trx,
    sql`delete from mails as row using erasures where ${isRecorded('mail', 'created_at')}`,
  );
  const followed = await replay(
    trx,
    sql`delete from mails using erasures, subscriptions as row where ${isRecorded('subscription')}
      and lower(recipient) = lower(row.email) and mails.kind = 'newsletter' and mails.created_at <= erasures.at`,
  );
  return noted + followed;
}

/** Suspends first, because only suspended users are erased and the backup may be older. */
async function replayUsers(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update users as row set suspended_at = coalesce(suspended_at, erasures.at) from erasures
    where ${isRecorded('user', 'created_at')} and erased_at is null returning row.id`.execute(trx);
  await eraseUsers(
    trx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

async function replayTravellers(trx: Db): Promise<number> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select row.id, erasures.at from travellers as row join erasures on ${isRecorded('traveller', 'created_at')}
    for no key update of row`.execute(trx);
  for (const { id, at } of rows) await eraseTravellers(trx, [id], at);
  return rows.length;
}
