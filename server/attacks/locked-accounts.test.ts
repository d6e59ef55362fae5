import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openElsewhere, shutAccount } from '../testing/guesses.ts';
import { Browser, enter } from '../testing/office.ts';
import { type OpenOffice, openOffice } from '../testing/open-office.ts';

// Somebody who knows an address tries passwords until its account is shut, from as many networks as it takes, and goes
// on for days. Its owner must get in: by the browsers that they use. The other cases are a proof (proof/guessing).

const SECRET = 'of-these-tests-and-of-nothing-else-012345';
const DAY = 24 * 60 * 60_000;

let office: OpenOffice;
let clock = new Date('2026-11-21T08:00:00.123Z');

beforeAll(async () => {
  office = await openOffice({ SECRET }, () => clock);
});
beforeEach(async () => {
  clock = new Date('2026-11-21T08:00:00.123Z');
  await office.db.deleteFrom('login_failures').execute();
});
afterAll(() => office.close());

test('an account that somebody shuts stays open to the browsers of its owner, wherever they are', async () => {
  const own = await enter(office.app, 'agent');
  await own.get('/api/logout');
  await shutAccount(office, 'agent');
  expect((await own.login('agent')).statusCode).toBe(200);
  // on the network that failed most, too
  const carried = openElsewhere(office, '198.18.0.0');
  for (const [name, value] of own.cookies) carried.cookies.set(name, value);
  expect((await carried.login('agent')).statusCode).toBe(200);
  clock = new Date(clock.getTime() + DAY / 2);
  expect((await own.login('agent')).statusCode).toBe(200);
});

test.each([
  [{}, 'device', false],
  [{ 'x-forwarded-proto': 'https' }, '__Host-device', true],
])('a browser that an account knows keeps a cookie that says nothing, and that no page reads: %j', async (headers, name, isSecure) => {
  const proxied = await openOffice({ SECRET, TRUST_PROXY: 'on' }, () => clock);
  const browser = new Browser(proxied.app, headers);
  const answer = await browser.login('agent');
  const cookie = answer.cookies.find((one) => one.name === name);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 180 * 24 * 60 * 60 });
  expect(cookie?.secure ?? false).toBe(isSecure);
  expect(cookie?.domain).toBeUndefined();
  expect(cookie?.value).toMatch(/^[\w-]{43}$/);
  // another login of the same account, another value
  const other = await new Browser(proxied.app, headers).login('agent');
  expect(other.cookies.find((one) => one.name === name)?.value).not.toBe(cookie?.value);
  await browser.get('/api/logout');
  expect(browser.cookies.get(name)).toBe(cookie?.value);
  await proxied.close();
});
