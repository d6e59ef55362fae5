import pg from 'pg';

export interface DatabaseClock {
  /** Stops the clock at a time. */
  stopAt(at: Date): Promise<void>;
  /** Lets the clock run, so many days ahead of the real time. */
  goOn(daysAhead: number): Promise<void>;
}

/**
 * Gives a database its own clock: a `now()` in a schema that precedes pg_catalog in the search path. Must be called
 * before anything else connects to the database.
 */
export async function giveClock(url: string): Promise<DatabaseClock> {
  const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  await run(
    url,
    `CREATE SCHEMA clock; ALTER DATABASE ${name} SET search_path = public, clock, pg_catalog;
     ${FIXED_FUNCTIONS} ${telling('pg_catalog.now()')}`,
  );
  return {
    stopAt: (at) => run(url, telling(`timestamptz '${at.toISOString()}'`)),
    goOn: (daysAhead) => run(url, telling(`pg_catalog.now() + ${daysAhead} * interval '24 hours'`)),
  };
}

/** Trigger functions get the same search path, because theirs is fixed. */
const FIXED_FUNCTIONS = `
  DO $$
  DECLARE named regprocedure;
  BEGIN
    FOR named IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proconfig IS NOT NULL LOOP
      EXECUTE format('ALTER FUNCTION %s SET search_path = public, clock, pg_catalog', named);
    END LOOP;
  END $$;`;

function telling(time: string): string {
  return `CREATE OR REPLACE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT ${time} $$`;
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statements);
  await client.end();
}
