import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// A session ends when its user says so, and not because a page of another site has a link or a picture of that address.

let office: OpenOffice;

beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const logOut = (browser: Browser, method: 'GET' | 'HEAD', headers: Record<string, string>) =>
  office.app.inject({
    method,
    url: '/api/logout',
    headers: { host: 'backoffice.localhost', cookie: cookieOf(browser), ...headers },
  });

test.each<['GET' | 'HEAD', Record<string, string>]>([
  ['GET', { 'sec-fetch-site': 'cross-site' }],
  ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ['GET', { 'sec-fetch-site': 'same-site' }],
  ['GET', { 'sec-fetch-site': 'none', 'sec-purpose': 'prefetch;prerender' }],
  ['HEAD', {}],
  ['HEAD', { 'sec-fetch-site': 'same-origin' }],
])('%s %j ends nothing', async (method, headers) => {
  const agent = await enter(office.app, 'agent');
  const answer = await logOut(agent, method, headers);
  expect(answer.headers['clear-site-data']).toBeUndefined();
  expect(answer.cookies.filter(({ name }) => name !== 'XSRF-TOKEN')).toEqual([]);
  expect((await agent.get('/api/me')).statusCode).toBe(200);
});

test.each<Record<string, string>>([
  {},
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
])('asked for by its own page or by its user, the session ends, and what was seen is cleared: %j', async (headers) => {
  const agent = await enter(office.app, 'agent');
  const answer = await logOut(agent, 'GET', headers);
  expect(answer.statusCode).toBe(204);
  // alone: drafts, and what lets this browser be known, stay
  expect(answer.headers['clear-site-data']).toBe('"cache"');
  expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([['session', '']]);
  expect((await agent.get('/api/me')).statusCode).toBe(401);
});
