import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { createBareDatabase } from '../database.ts';
import { CLOCK_OFFSET, clockEnvironment } from './offset.ts';

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

test('no statement of the product reads a keyword of PostgreSQL that cannot be moved', () => {
  const server = join(import.meta.dirname, '../..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('testing/') && !path.endsWith('.test.ts'),
  );
  const reading = files.filter((path) =>
    /\b(current_(date|time|timestamp)|localtime(stamp)?)\b/i.test(readFileSync(join(server, path), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(reading).toEqual([]);
});

test.each([
  ['makes a day of the clock', 'new Date(Date.now() + 86_400_000).getUTCDay()', true],
  ['writes the hour of the clock', "new Intl.DateTimeFormat('fr').format(Date.now())", true],
  ['makes a day of another moment', "new Date('2026-03-09T08:00:00Z').getUTCDay()", false],
  ['counts time alone', 'Date.now() + new Date().getTime()', false],
])('what %s is recorded: %s', (_what, code, isRecorded) => {
  const folder = mkdtempSync(join(tmpdir(), 'parite-reads-'));
  const TEST_CLOCK_RECORD = join(folder, 'readers');
  const TEST_CLOCK_OFFSET = String(Date.parse('2044-02-29T09:30:00Z') - Date.now() + CLOCK_OFFSET);
  const env = {
    ...clockEnvironment(),
    TEST_CLOCK_RECORD,
    TEST_CLOCK_OFFSET,
    TEST_CLOCK_READER: 'own.test.ts',
  };
  const program = join(folder, 'server/program.mjs');
  mkdirSync(join(folder, 'server'));
  writeFileSync(program, code);
  execFileSync(process.execPath, [program], { env });
  expect(existsSync(TEST_CLOCK_RECORD)).toBe(isRecorded);
  rmSync(folder, { recursive: true });
});
