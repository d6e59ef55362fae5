import { CLOCK_OFFSET } from './offset.ts';

// Setting of a cluster, so that one that was prepared on another day tells this day's time.
const SETTING = 'tests.clock_offset';
// Line for the configuration of a cluster that was given the statements below.
export const SHIFT_SETTING = `${SETTING} = '${CLOCK_OFFSET} milliseconds'\n`;

/** The functions of PostgreSQL that tell the time, and how often each is computed. */
const CLOCKS = [
  ['now', 'STABLE'],
  ['transaction_timestamp', 'STABLE'],
  ['statement_timestamp', 'STABLE'],
  ['clock_timestamp', 'VOLATILE'],
] as const;

/**
 * Statements for a superuser of a test cluster, in each database: its clock functions get other names, and functions
 * that add the offset take theirs. PostgreSQL's own statistics, its time-outs and the keywords `current_date` and
 * `current_timestamp` keep to the clock of the machine.
 */
export const SHIFT_CLOCK = addToClocks(`pg_catalog.current_setting('${SETTING}')::interval`);

// offset in the one row of a table, so that the clock jumps while the database runs
export const MOVE_CLOCK = [
  'CREATE SCHEMA clock',
  'CREATE TABLE clock.ahead (by interval NOT NULL)',
  `INSERT INTO clock.ahead VALUES ('0')`,
  'GRANT USAGE ON SCHEMA clock TO PUBLIC',
  'GRANT SELECT, UPDATE ON clock.ahead TO PUBLIC',
  ...addToClocks('(SELECT by FROM clock.ahead)'),
];

function addToClocks(offset: string): string[] {
  return CLOCKS.flatMap(([name, volatility]) => [
    `ALTER FUNCTION pg_catalog.${name}() RENAME TO machine_${name}`,
    `CREATE FUNCTION pg_catalog.${name}() RETURNS timestamptz LANGUAGE sql ${volatility} PARALLEL SAFE AS ` +
      `$$SELECT pg_catalog.machine_${name}() + ${offset}$$`,
  ]);
}
