import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

const LOCK_TIMEOUT_MS = 500;
/** lock_not_available */
const LOCKED = '55P03';
/** Every SQLSTATE except lost connections (08) and a server that shuts down (57P). */
const REFUSED = /^(?!08|57P)[0-9A-Z]{5}$/;

/**
 * Takes the writers' lock on every table, then writes and commits. Reveals writers that wait behind a schema change,
 * and a server that is read-only or full.
 */
export async function tryToWrite(db: Db): Promise<'ok' | 'blocked' | 'refused'> {
  // a single statement, so one transaction and one round trip
  const probe = sql`DO $$
    BEGIN
      PERFORM set_config('lock_timeout', '${sql.raw(String(LOCK_TIMEOUT_MS))}', true);
      EXECUTE (SELECT format('LOCK TABLE %s IN ROW EXCLUSIVE MODE', string_agg(oid::regclass::text, ', '))
               FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace);
      INSERT INTO heartbeat (at) VALUES (now()) ON CONFLICT (is_only) DO UPDATE SET at = excluded.at;
    END $$`;
  return probe.execute(db).then(
    () => 'ok',
    (error: { code?: string }) => {
      if (error.code === LOCKED) return 'blocked';
      if (REFUSED.test(error.code ?? '')) return 'refused';
      // neither blocked nor refused: the database is away
      throw error;
    },
  );
}

export async function selectOldestMail(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('mails')
    .where('finished_at', 'is', null)
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest;
}
