import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { aUserRow } from '../testing/rows.ts';
import { openLog } from './log.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db
    .insertInto('users')
    .values(aUserRow({ mail: 'marie@exemple.fr', name: 'Marie' }))
    .execute();
});
afterAll(() => database.close());

function written(err: unknown): string {
  const lines: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(String(line));
      done();
    },
  });
  openLog(stream).error({ err }, 'a request failed');
  return lines.join('');
}

const failing = {
  'a duplicate': sql`insert into users (mail, name, role, status)
    values ('marie@exemple.fr', 'Marie', 'agent', 'awaiting_password')`,
  'a row that breaks a rule': sql`insert into users (mail, name, role, status)
    values ('marie@exemple.fr', 'Marie', '', 'awaiting_password')`,
  'a value of another type': sql`select ${'marie@exemple.fr'}::int`,
  'a number out of range': sql`select ${'6911223344556677'}::int`,
};

test.each(Object.entries(failing))('%s is logged without its values', async (_what, statement) => {
  const error: Error = await statement.execute(database.db).then(
    () => expect.unreachable(),
    (reason) => reason,
  );
  // what the driver gives holds them
  expect(JSON.stringify({ ...error, message: error.message })).toMatch(/marie@exemple\.fr|6911223344556677/);
  const cause = new Error('the database was away', { cause: error });
  for (const told of [error, cause, new AggregateError([error])]) {
    const line = written(told);
    expect(line).toMatch(/"code":"2[23][0-9A-Z]{3}"/);
    expect(line).not.toMatch(/marie@|exemple|6911223344556677/);
  }
});

test('an error of the product keeps its message, stack and code', () => {
  const line = written(Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED', secret: 'chut' }));
  expect(JSON.parse(line).err).toMatchObject({
    type: 'Error',
    message: 'nobody listens',
    stack: expect.stringMatching(/^Error: nobody listens\n\s+at /),
    code: 'ECONNREFUSED',
  });
  expect(line).not.toContain('chut');
});

test('a thrown value that is no error is not logged', () => {
  expect(written('marie@exemple.fr')).not.toContain('marie');
});
