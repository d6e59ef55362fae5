import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { registerErrors } from './errors.ts';
import { databaseAway, HttpError } from './http-error.ts';
import { registerUpload } from './upload-body.ts';

const app = Fastify();

beforeAll(async () => {
  registerErrors(app, readConfig({}));
  registerUpload(app, { types: ['image/png'], maxBytes: 8, typeMessage: 'Un PNG.' }, (scope) => {
    scope.post<{ Body: Buffer }>('/length', async ({ body }) => ({ length: body.length }));
    scope.post('/busy', async () => {
      throw new HttpError(503, 'busy', 'Attendez.');
    });
    scope.post('/away', async () => {
      throw databaseAway();
    });
  });
  await app.ready();
});
afterAll(() => app.close());

const send = (type: string | undefined, payload: string, url = '/length') =>
  app.inject({ method: 'POST', url, headers: type === undefined ? {} : { 'content-type': type }, payload });

test('a file of a type and a size that fit is read', async () => {
  expect((await send('image/png', '12345678')).json()).toEqual({ length: 8 });
});

test.each([
  ['image/gif', '1'],
  ['application/json', '{'],
  [undefined, ''],
])('%s is of a wrong type', async (type, payload) => {
  const answer = await send(type, payload);
  expect([answer.statusCode, answer.json()]).toEqual([
    415,
    { message: 'Un PNG.', code: 'unsupported_media_type' },
  ]);
});

test('a larger file is refused, and its connection stays while the rest is read', async () => {
  const answer = await send('image/png', '123456789');
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large']);
  expect(answer.headers.connection).not.toBe('close');
});

test('a refusal for want of room says when to come again', async () => {
  expect((await send('image/png', '1', '/busy')).headers['retry-after']).toBe('5');
});
