import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** How long a write of a person may wait behind a table's holder before it is said that writing is blocked. */
const LOCK_WITHIN_MS = 500;
/** lock_not_available */
const LOCKED = '55P03';
/** What the server itself says of a statement: neither that a connection failed nor that it shuts down. */
const REFUSED = /^(?!08|57P)[0-9A-Z]{5}$/;

/**
 * A write, with its commit, after the lock that a write takes was had of every table: one that waits behind a
 * change of the schema, or a server that is read-only or full, shows here and in no read.
 */
export async function tryToWrite(db: Db): Promise<'ok' | 'blocked' | 'refused'> {
  // one statement, so one transaction and one round trip
  const probe = sql`DO $$
    BEGIN
      PERFORM set_config('lock_timeout', '${sql.raw(String(LOCK_WITHIN_MS))}', true);
      EXECUTE (SELECT format('LOCK TABLE %s IN ROW EXCLUSIVE MODE', string_agg(oid::regclass::text, ', '))
               FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace);
      INSERT INTO heartbeat (at) VALUES (now()) ON CONFLICT (is_only) DO UPDATE SET at = excluded.at;
    END $$`;
  return probe.execute(db).then(
    () => 'ok',
    (error: { code?: string }) => {
      if (error.code === LOCKED) return 'blocked';
      if (REFUSED.test(error.code ?? '')) return 'refused';
      // what can be read no more either is away
      throw error;
    },
  );
}

/** When the oldest mail that waits was asked for; null when none waits. */
export async function selectOldestMail(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('mails')
    .where('finished_at', 'is', null)
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest;
}
