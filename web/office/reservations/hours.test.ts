import { expect, test } from 'vitest';
import { hoursFor } from './hours.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const row = {
  pickup_at: '2026-11-20T12:30:00.000Z',
  held_until: '2026-11-21T12:30:00.000Z',
};
const clock = (delay: number | null) => hoursFor(row, NOW, delay).map((at) => at.slice(8, 16));
const LATER = ['20T13:00', '20T13:30', '20T14:30', '20T15:30', '21T12:30'];

test('only acceptable hours are offered: an earlier one leaves an hour, or the longer delay', () => {
  // 10:30 would be half an hour ahead
  expect(clock(0)).toEqual(['20T11:30', ...LATER]);
  expect(clock(60)).toEqual(['20T11:30', ...LATER]);
  expect(clock(120)).toEqual(LATER);
  // later than was agreed is for the bureau to say
  expect(clock(240)).toEqual(LATER);
  expect(clock(null)).toEqual(LATER);
});
