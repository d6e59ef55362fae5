import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { registerErrors } from './errors.ts';

let database: TestDatabase;
const app: FastifyInstance = Fastify();

beforeAll(async () => {
  database = await createTestDatabase();
  registerErrors(app, readConfig({ DEMO: 'off' }));
  app.post<{ Body: { kept: unknown } }>('/jsonb', async ({ body }) => {
    await sql`SELECT ${JSON.stringify(body.kept)}::jsonb`.execute(database.db);
    return {};
  });
  app.post<{ Body: { kept: string } }>('/integer', async ({ body }) => {
    await sql`SELECT ${body.kept}::integer`.execute(database.db);
    return {};
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const send = (url: string, kept: unknown) => app.inject({ method: 'POST', url, payload: { kept } });

// what JSON can say, and PostgreSQL's own JSON cannot hold
test.each(['a\u0000', 'half \ud83d', '\ude00'])('JSON with %j is the client’s fault', async (text) => {
  const answer = await send('/jsonb', { text });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'unreadable_character']);
});

test('any other text of a wrong type is a server error', async () => {
  expect((await send('/jsonb', { text: '😀' })).statusCode).toBe(200);
  const answer = await send('/integer', 'a');
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal_error']);
});
