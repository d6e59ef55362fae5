import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { findDevice, rememberDevice } from './known-devices.ts';

const SECRET = 'of-this-test-alone';
const at = new Date('2026-11-21T08:00:00Z');
const account = { id: 7, passwordHash: 'hash' };
const later = (days: number) => new Date(at.getTime() + days * 24 * 60 * 60_000);

const withCookie = (value: string, name = 'device', protocol = 'http') =>
  ({ headers: { cookie: `${name}=${value}` }, protocol }) as FastifyRequest;

/** Value of the cookie after a login of this account. */
function remember(request: FastifyRequest, { id, passwordHash } = account): string {
  let cookie = '';
  const header = (_name: string, text: string) => {
    cookie = text;
  };
  rememberDevice(SECRET, request, { header } as unknown as FastifyReply, {
    account: { id, passwordHash },
    at,
  });
  expect(cookie).toMatch(/; Max-Age=15552000; HttpOnly;/);
  return /^\w+=([^;]*)/.exec(cookie)?.[1] ?? '';
}

const isKnown = (cookie: string, known: typeof account | null = account, when = at) =>
  findDevice(SECRET, withCookie(cookie), { account: known, at: when }) !== null;

test('a browser is known to its account for 180 days, with this password and this secret', () => {
  const cookie = remember(withCookie(''));
  expect(isKnown(cookie)).toBe(true);
  expect([isKnown(cookie, account, later(179)), isKnown(cookie, account, later(180))]).toEqual([true, false]);
  expect(isKnown(cookie, { ...account, id: 8 })).toBe(false);
  expect(isKnown(cookie, { ...account, passwordHash: 'another' })).toBe(false);
  expect(isKnown(cookie, null)).toBe(false);
  expect(findDevice('another', withCookie(cookie), { account, at })).toBeNull();
});

test('a number names the browser, the same for each account of it, and another one after a login', () => {
  const cookie = remember(withCookie(''));
  const number = findDevice(SECRET, withCookie(cookie), { account, at });
  expect(number).toMatch(/^[\w-]{22}$/);
  expect(findDevice(SECRET, withCookie(remember(withCookie(cookie))), { account, at })).not.toBe(number);
});

test('of one browser the six accounts of the last logins are known, each once', () => {
  let cookie = '';
  for (const id of [1, 2, 2, 3, 4, 5, 6, 7]) cookie = remember(withCookie(cookie), { ...account, id });
  expect(cookie.split('.')).toHaveLength(6);
  expect([1, 2, 3, 7].map((id) => isKnown(cookie, { ...account, id }))).toEqual([false, true, true, true]);
});

test('an altered entry is none, and hides no other', () => {
  const cookie = remember(withCookie(''));
  for (const altered of ['', 'x', cookie.slice(1), `${cookie}a`, 'A'.repeat(43), cookie.replace(/^./, '!')]) {
    expect(isKnown(altered)).toBe(false);
    expect(isKnown(`${altered}.${cookie}`)).toBe(true);
  }
});

test('over HTTPS the cookie has the prefix of its host', () => {
  const cookie = remember(withCookie(''));
  const find = (name: string) => findDevice(SECRET, withCookie(cookie, name, 'https'), { account, at });
  expect([find('device'), find('__Host-device')]).toEqual([null, expect.any(String)]);
});
