import { expect, test } from 'vitest';
import { createBudget } from './limits.ts';

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
