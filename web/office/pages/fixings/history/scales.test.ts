import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundTicks, scale, spreadLabels } from './scales.ts';

test.each([
  [1.1, 1.18, [1.1, 1.12, 1.14, 1.16, 1.18]],
  [17_000, 17_250, [17_000, 17_050, 17_100, 17_150, 17_200, 17_250]],
])('from %d to %d', (low, high, ticks) => {
  expect(roundTicks(low, high)).toEqual(ticks);
});

test('ticks enclose the range, are few and ascend', () => {
  const rate = fc.double({ min: 1e-8, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(rate, rate, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      const ticks = roundTicks(low, high);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(ticks[0]).toBeLessThanOrEqual(low * (1 + 1e-9));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high * (1 - 1e-9));
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
    }),
  );
});

test('a value lies in the other range as in its own', () => {
  expect(scale(5, [0, 10], [100, 0])).toBe(50);
  expect(scale(5, [5, 5], [0, 10])).toBe(5);
});

test('labels stand apart, in their order', () => {
  const apart = spreadLabels([{ at: 50 }, { at: 10 }, { at: 12 }], 16);
  expect(apart).toEqual([{ at: 10 }, { at: 26 }, { at: 50 }]);
});
