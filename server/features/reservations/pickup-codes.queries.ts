import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { PickupCodes } from './pickup-codes.ts';

const AT_ONCE = 500;

/**
 * true while instances of before the sealed codes may read them: a day after an upgrade to them, so that a rollback within it
 * finds them. A new database never had such instances.
 */
export const HAS_OLDER_READERS = sql<SqlBool>`EXISTS (
  SELECT FROM migrations, migrations AS first
  WHERE migrations.name = '0056_sealed_codes.sql' AND migrations.applied_at > now() - interval '1 day'
    AND first.name = '0001_initial.sql' AND first.applied_at < migrations.applied_at - interval '10 minutes')`;

// open reservations alone: the codes of others are never read
export async function countUnreadableCodes(db: Db, keys: readonly Buffer[]): Promise<number> {
  const { count } = await db
    .selectFrom('reservations')
    .where('ended_at', 'is', null)
    .where(sql<SqlBool>`code_key <> ALL (${keys}::bytea[])`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Seals codes in clear text, of older instances and of the demonstration, and those under the former SECRET. false: none is left. */
export async function sealSomeCodes(db: Db, codes: PickupCodes): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('reservations')
      .where(
        sql<SqlBool>`((code IS NOT NULL AND (code_hash IS NULL OR NOT ${HAS_OLDER_READERS})) OR code_key = ${codes.keyBefore}::bytea)`,
      )
      .select(['id', 'reference', 'code', 'code_sealed'])
      .limit(AT_ONCE)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const sealed = rows.flatMap((row) => {
      const code = codes.read(row);
      return code === null ? [] : [{ id: row.id, ...codes.seal(row.reference, code) }];
    });
    if (sealed.length === 0) return false;
    await sql`
      UPDATE reservations SET code_sealed = known.sealed, code_hash = known.hash, code_key = known.key,
        code = CASE WHEN ${HAS_OLDER_READERS} THEN code END
      FROM unnest(${sealed.map(({ id }) => id)}::bigint[], ${sealed.map(({ code_sealed }) => code_sealed)}::bytea[],
        ${sealed.map(({ code_hash }) => code_hash)}::bytea[], ${sealed.map(({ code_key }) => code_key)}::bytea[])
        AS known (id, sealed, hash, key)
      WHERE reservations.id = known.id`.execute(trx);
    return rows.length === AT_ONCE;
  });
}
