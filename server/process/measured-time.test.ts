import { expect, test, vi } from 'vitest';
import { openMeasuredTime } from './measured-time.ts';

const MINUTE = 60_000;
const later = (ms: number) => new Date(Date.now() + ms);

test('the measured time goes on by the offset of this machine', () => {
  const { now, offset, state, measure } = openMeasuredTime();
  expect([offset(), state()]).toEqual([0, 'ok']);
  measure(later(-30 * MINUTE), null);
  expect(Math.abs(now().getTime() - later(-30 * MINUTE).getTime())).toBeLessThan(1_000);
});

test.each([
  ['near the database', 59_000, 'ok', 'ok'],
  ['ahead of it', -62_000, 'wrong', 'disputed'],
  ['behind it', 62_000, 'wrong', 'disputed'],
] as const)('a clock %s: alone, and where another agrees with the database', (_where, ms, agreed, alone) => {
  const { state, measure } = openMeasuredTime();
  measure(later(ms), later(ms - MINUTE));
  expect(state()).toBe(agreed);
  measure(later(ms), later(ms - 2 * MINUTE));
  expect(state()).toBe(alone);
  measure(later(ms), null);
  expect(state()).toBe(alone);
});

test('a wrong clock is logged when it is found, and not at every measure', () => {
  const warn = vi.fn();
  const { measure } = openMeasuredTime({ warn });
  measure(later(10 * MINUTE), null);
  measure(later(10 * MINUTE), null);
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ clock: 'disputed' });
  measure(later(0), null);
  measure(later(10 * MINUTE), null);
  expect(warn).toHaveBeenCalledTimes(2);
});
