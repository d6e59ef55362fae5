import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter } from '../branches/open-state.ts';
import { decimalOf } from '../money/decimal.ts';
import { dayNumber } from './history.ts';
import { makeSteps } from './steps.ts';

const FIRST = '2026-01-01';
const window = { from: FIRST, to: dayAfter(FIRST, 99) };
const valueAt = (offset: number, number = 100) => ({
  day: dayAfter(FIRST, offset),
  value: decimalOf(number),
});
const offset = (day: number) => day - dayNumber(FIRST);
const shapeOf = (values: Parameters<typeof makeSteps>[0]) => {
  const { lines, breaks, gaps } = makeSteps(values, window);
  return {
    lines: lines.map((line) =>
      line.map(({ from, to, isKnown }) => `${offset(from)}${isKnown ? '-' : '…'}${offset(to)}`).join(' '),
    ),
    breaks: breaks.map(({ day }) => offset(dayNumber(day))),
    gaps: gaps.map(({ from, to }) => [offset(from), offset(to)]),
  };
};

describe('steps', () => {
  test('days one after the other are known, those between are drawn as such', () => {
    expect(shapeOf([valueAt(95), valueAt(96), valueAt(98)])).toEqual({
      lines: ['95-96 96-97 97…98 98-99 99…100'],
      breaks: [],
      gaps: [],
    });
  });

  test('62 days without a value are drawn on, 63 are a gap', () => {
    expect(shapeOf([valueAt(0), valueAt(63)])).toMatchObject({ lines: ['0-1 1…63 63-64 64…100'], gaps: [] });
    expect(shapeOf([valueAt(0), valueAt(64)])).toMatchObject({
      lines: ['0-1', '64-65 65…100'],
      gaps: [[1, 64]],
    });
    expect(shapeOf([valueAt(20)])).toMatchObject({ lines: ['20-21'], gaps: [[21, 100]] });
  });

  test('a value before the window reaches in, or leaves a gap', () => {
    expect(shapeOf([valueAt(-10), valueAt(99)]).gaps).toEqual([[0, 99]]);
    expect(shapeOf([valueAt(-10), valueAt(20), valueAt(60)]).lines).toEqual([
      '0…20 20-21 21…60 60-61 61…100',
    ]);
    expect(shapeOf([valueAt(-90)])).toEqual({ lines: [], breaks: [], gaps: [[0, 100]] });
  });

  test('a level over 20 % away begins another line', () => {
    expect(shapeOf([valueAt(50), valueAt(60, 120), valueAt(70, 145)])).toMatchObject({
      lines: ['50-51 51…60 60-61 61…70', '70-71 71…100'],
      breaks: [70],
    });
    expect(shapeOf([valueAt(50, 145), valueAt(60, 120), valueAt(70, 120)]).breaks).toEqual([60]);
    expect(shapeOf([valueAt(-9, 1), valueAt(-5, 2), valueAt(90, 3)]).breaks).toEqual([]);
    expect(shapeOf([valueAt(90, 1), valueAt(100, 2)]).breaks).toEqual([]);
  });

  test('every known day of the window is drawn once, and nothing outside of it', () => {
    const days = fc.uniqueArray(fc.integer({ min: -200, max: 200 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        days,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 40, maxLength: 40 }),
        (at, numbers) => {
          const values = at.toSorted((a, b) => a - b).map((day, i) => valueAt(day, numbers[i]));
          const { lines, gaps } = makeSteps(values, window);
          const steps = lines.flat();
          expect(steps.filter(({ isKnown }) => isKnown)).toHaveLength(
            at.filter((day) => day >= 0 && day < 100).length,
          );
          const drawn = [...steps, ...gaps].toSorted((a, b) => a.from - b.from);
          for (const [i, { from, to }] of drawn.entries()) {
            expect(offset(from)).toBeGreaterThanOrEqual(0);
            expect(to).toBeGreaterThan(from);
            expect(offset(to)).toBeLessThanOrEqual(100);
            const next = drawn[i + 1];
            if (next) expect(next.from).toBe(to);
          }
        },
      ),
    );
  });
});
