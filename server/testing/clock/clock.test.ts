import { execFileSync } from 'node:child_process';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { createBareDatabase } from '../database.ts';
import { clockEnvironment } from './offset.ts';

const isNow = (at: string | Date | undefined) =>
  Math.abs(new Date(at ?? Number.NaN).getTime() - Date.now()) < 10_000;

test('Node and the processes that it starts tell the time of the tests', () => {
  const env = clockEnvironment();
  const told = execFileSync(process.execPath, ['-p', 'new Date().toISOString()'], { env, encoding: 'utf8' });
  expect(isNow(told.trim())).toBe(true);
  expect(isNow(Date())).toBe(true);
  expect(new Date(0)).toBeInstanceOf(Date);
  expect(structuredClone(new Date(0))).toBeInstanceOf(Date);
  expect([new Date(0).toISOString(), Date.UTC(1970, 0), new Date(1970, 0, 2).getDate()]).toEqual([
    '1970-01-01T00:00:00.000Z',
    0,
    2,
  ]);
});

test('PostgreSQL tells it in a new database, as the default of a column and in a function', async () => {
  const { url, drop } = await createBareDatabase();
  const { db, close } = openDatabase(url);
  await sql`CREATE TABLE told (at timestamptz NOT NULL DEFAULT now())`.execute(db);
  await sql`INSERT INTO told VALUES (DEFAULT), (statement_timestamp()), (transaction_timestamp())`.execute(
    db,
  );
  await sql`DO $$ BEGIN INSERT INTO told VALUES (clock_timestamp()); END $$`.execute(db);
  const { rows } = await sql<{ at: Date }>`SELECT at FROM told`.execute(db);
  expect(rows.map(({ at }) => isNow(at))).toEqual([true, true, true, true]);
  await close();
  await drop();
});
