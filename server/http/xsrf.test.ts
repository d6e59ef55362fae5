import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

const HOST = 'backoffice.localhost';
let office: OpenOffice;

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  office.app.inject({ method: 'GET', url, headers: { host: HOST, ...headers } });

test.each([
  ['/', true],
  ['/?retour=fixings', true],
  ['/api/me', true],
  ['/assets/index.js', false],
  ['/assets/?', false],
  ['/favicon.ico', false],
])('%s gives the back-office a token that its script reads: %s', async (url, isGiven) => {
  const { cookies } = await get(url);
  const tokens = cookies.filter(({ name }) => name === 'XSRF-TOKEN');
  expect(tokens).toEqual(
    isGiven ? [expect.objectContaining({ value: expect.stringMatching(/^[\w-]{43}$/), path: '/' })] : [],
  );
  for (const token of tokens) expect(token.httpOnly).toBeUndefined();
});

test('a token in a cookie is kept', async () => {
  expect((await get('/api/me', { cookie: `XSRF-TOKEN=${'a'.repeat(43)}` })).cookies).toEqual([]);
});

test.each([
  'a',
  'a'.repeat(42),
  'a'.repeat(44),
  `${'a'.repeat(42)}.`,
])('a cookie of another form, %s, is replaced, and opens nothing', async (token) => {
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: HOST, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
    payload: { email: 'agent@parite.example', password: 'unknown' },
  });
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({
    code: 'xsrf',
    message: 'Votre page n’est plus à jour. Rechargez-la, puis réessayez.',
  });
  expect(answer.cookies).toMatchObject([{ name: 'XSRF-TOKEN', value: expect.stringMatching(/^[\w-]{43}$/) }]);
});
