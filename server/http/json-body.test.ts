import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { registerErrors } from './errors.ts';
import { registerJsonBody } from './json-body.ts';

const app = Fastify();
registerErrors(app, readConfig({}));
registerJsonBody(app);
app.post('/echo', async ({ body }) => ({ body }));
afterAll(() => app.close());

const send = (payload: string, type = 'application/json') =>
  app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': type }, payload });

test.each([
  ['{"a":123456789012345}', 200, undefined],
  ['{"a":"1234567890123456"}', 200, undefined],
  ['{"a":[{"b":1234567890.1234567}]}', 400, 'inexact_number'],
  ['{"a":1234567890123456}', 400, 'inexact_number'],
  ['{"a":1234567890123456', 400, 'invalid_json'],
  ['{"__proto__":1}', 400, 'invalid_json'],
  ['{', 400, 'invalid_json'],
])('%s: %d %s', async (text, status, code) => {
  const answer = await send(text);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

test('any other type is refused', async () => {
  expect((await send('{}', 'text/plain')).json().code).toBe('unsupported_media_type');
});
