import { expect, test } from 'vitest';
import {
  isTokenOf,
  isWorking,
  type KnownLink,
  linkAddress,
  newSince,
  tokenOf,
  worksUntil,
} from './password-links.ts';

const SECRET = 'of-this-test-alone';
const DAY = 24 * 60 * 60_000;
const createdAt = new Date('2026-11-21T08:00:00Z');
const after = (ms: number) => new Date(createdAt.getTime() + ms);
const link: KnownLink = {
  id: 3,
  userId: 7,
  createdAt,
  usedAt: null,
  newestId: 3,
  isSuspended: false,
  user: { mail: '', name: '', surname: '' },
};

test('a link works for 7 days, and is sent again on its first one', () => {
  expect([isWorking(link, after(7 * DAY - 1)), isWorking(link, after(7 * DAY))]).toEqual([true, false]);
  expect(worksUntil(link)).toEqual(after(7 * DAY));
  expect(newSince(after(DAY))).toEqual(createdAt);
});

test.each([
  ['used', { usedAt: after(1) }],
  ['replaced', { newestId: 4 }],
  ['of a suspended user', { isSuspended: true }],
])('a link that is %s works no more', (_what, change) => {
  expect(isWorking({ ...link, ...change }, after(2))).toBe(false);
});

test('its token is of this link, user, moment and secret alone, in an address of the back-office', () => {
  const token = tokenOf(SECRET, link);
  expect(isTokenOf(SECRET, token, link)).toBe(true);
  for (const other of [{ id: 4 }, { userId: 8 }, { createdAt: after(1) }])
    expect(isTokenOf(SECRET, token, { ...link, ...other })).toBe(false);
  expect(isTokenOf('another', token, link)).toBe(false);
  const hosts = { publicHost: 'parite.example', backofficeHost: 'pro.example', trustProxy: true, port: 80 };
  expect(linkAddress(hosts, SECRET, link)).toBe(`https://pro.example/#/password?token=${token}`);
});
