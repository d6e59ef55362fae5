import { expect, test } from 'vitest';
import { createBudget, createOfficeLimit, createPublicLimit } from './limits.ts';

const HOME = '203.0.113.7';
const times = <T>(count: number, act: () => T): T[] => Array.from({ length: count }, act);

function setUp() {
  let at = new Date('2026-11-21T08:00:00Z').getTime();
  return { now: () => new Date(at), pass: (ms: number) => (at += ms) };
}

test('a network waits for the rest of its minute', () => {
  const { now, pass } = setUp();
  const limit = createPublicLimit(2, now);
  expect(limit(HOME)).toBe(0);
  pass(12_500);
  expect(limit(HOME)).toBe(0);
  expect(limit(HOME)).toBe(48);
  expect(limit('203.0.113.8')).toBe(0);
  pass(47_500);
  expect(limit(HOME)).toBe(0);
});

test('what is asked alone does not count', () => {
  const limit = createPublicLimit(1, setUp().now);
  expect(times(3, () => limit(HOME, false))).toEqual([0, 0, 0]);
  expect(limit(HOME)).toBe(0);
  expect(limit(HOME, false)).toBe(60);
});

test('a clock that is set back opens a new minute', () => {
  const { now, pass } = setUp();
  const limit = createPublicLimit(1, now);
  times(2, () => limit(HOME));
  pass(-1);
  expect(limit(HOME)).toBe(0);
});

test('a refused network takes nothing from the others', () => {
  const take = createBudget({ window: 1_000, byNetwork: 1, inAll: 2 }, setUp().now);
  expect(times(4, () => take(HOME))).toEqual([true, false, false, false]);
  expect(take('203.0.113.8')).toBe(true);
  expect(take('203.0.113.9')).toBe(false);
});

test('an account has a third of what its company has, and the refusal says whose it was', () => {
  const { now, pass } = setUp();
  const limit = createOfficeLimit(1, now);
  const call = { companyId: 1, bytes: 0, isImport: false };
  const ask = (userId: number) => limit({ ...call, userId });
  expect(times(5, () => ask(1))).toEqual(times(5, () => null));
  pass(30_000);
  expect(ask(1)).toMatchObject({
    status: 429,
    retryAfter: 30,
    message: expect.stringContaining('votre compte en une minute. Réessayez dans 30 secondes'),
  });
  expect([...times(5, () => ask(2)), ...times(5, () => ask(3))].filter(Boolean)).toEqual([]);
  expect(ask(4)?.message).toContain('votre bureau');
  expect(limit({ ...call, userId: 4, companyId: null })).toBeNull();
});

test('bytes and imports have quotas of their own', () => {
  const limit = createOfficeLimit(1, setUp().now);
  const call = { userId: 1, companyId: 1, isImport: false };
  expect(limit({ ...call, bytes: 40_000 })).toBeNull();
  expect(limit({ ...call, bytes: 1 })).not.toBeNull();
  expect(limit({ ...call, bytes: 1_000_000, isImport: true })).toBeNull();
  expect(limit({ ...call, bytes: 0, isImport: true })).not.toBeNull();
});

function openBudget() {
  let at = 0;
  const may = createBudget({ window: 60_000, byNetwork: [3, 5, 6], inAll: 9 }, () => new Date(at));
  const take = (address: string, times: number) => Array.from({ length: times }, () => may(address));
  const allowed = (address: string, times: number) => take(address, times).filter(Boolean).length;
  return { allowed, pass: (ms: number) => (at += ms) };
}

test('a quota holds for a network, for the wider ones of its customer, and for all together', () => {
  const { allowed, pass } = openBudget();
  expect(allowed('2001:db8:7:1::1', 5)).toBe(3);
  expect(allowed('2001:db8:7:2::1', 5)).toBe(2);
  expect(allowed('2001:db8:7:100::1', 5)).toBe(1);
  for (let i = 0; i < 9; i += 1) allowed(`198.51.${i}.1`, 1);
  expect(allowed('203.0.113.7', 1)).toBe(0);
  pass(60_000);
  expect(allowed('203.0.113.7', 5)).toBe(3);
});
