import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter } from '../branches/open-state.ts';
import { decimalNumber, decimalOf } from '../money/decimal.ts';
import { makeSteps } from './steps.ts';
import { excludeWrong, readWrongRates } from './wrong-rates.ts';

const TABLE = readFileSync('content/wrong-rates.tsv', 'utf8');
const days = ['mid-rates-history.json', 'mid-rates.json'].flatMap((file): RealDay[] => {
  const read = JSON.parse(readFileSync(`server/seed/data/${file}`, 'utf8'));
  return read.days;
});
type RealDay = { date: string; rates: Record<string, number> };
const codes = [...new Set(days.flatMap(({ rates }) => Object.keys(rates)))].sort();
const valuesOf = (code: string) =>
  days
    .filter(({ rates }) => rates[code] !== undefined)
    .map(({ date, rates }) => ({ day: date, publishedOn: date, value: decimalOf(rates[code] ?? 0) }))
    .sort((a, b) => a.day.localeCompare(b.day));
const wrongOf = (code: string) => readWrongRates(TABLE).filter((each) => each.code === code);

describe('the real days', () => {
  test('the outliers are these five', () => {
    const outliers = codes.flatMap((code) =>
      excludeWrong(valuesOf(code), wrongOf(code))
        .excluded.filter(({ wrong }) => wrong === null)
        .map(({ day, value }) => `${code} ${day} ${decimalNumber(value)}`),
    );
    expect(outliers).toEqual([
      'MMK 2024-06-10 2950.508486',
      'MNT 2024-06-10 1.14829802',
      'MNT 2025-11-01 0.80059358',
      'SHP 2024-06-10 1.361689',
      'SYP 2024-06-10 2707.890624',
    ]);
  });

  test('the table calls these wrong, each with its source', () => {
    const excluded = codes.flatMap((code) => {
      const found = excludeWrong(valuesOf(code), wrongOf(code)).excluded.filter(({ wrong }) => wrong);
      return found.length === 0 ? [] : [[code, found.length, found[0]?.day, found.at(-1)?.day]];
    });
    expect(excluded).toEqual([
      ['IRR', 43, '2024-03-02', '2026-01-06'],
      ['SSP', 2, '2024-06-10', '2024-07-31'],
      ['SYP', 23, '2026-01-13', '2026-07-20'],
    ]);
    for (const { source } of readWrongRates(TABLE)) expect(new URL(source).protocol).toBe('https:');
  });

  test('the other levels that stay are breaks, and longer silences gaps', () => {
    const window = { from: '2024-03-02', to: '2026-09-26' };
    const drawn = codes.map((code) => ({
      code,
      ...makeSteps(excludeWrong(valuesOf(code), wrongOf(code)).kept, window),
    }));
    expect(drawn.flatMap(({ code, breaks }) => breaks.map(({ day }) => `${code} ${day}`))).toEqual([
      'BOB 2026-07-10',
      'EGP 2024-03-10',
      'ETB 2024-09-01',
      'GHS 2025-06-01',
      'VES 2025-05-01',
      'ZWG 2024-11-01',
    ]);
    expect(drawn.filter(({ gaps }) => gaps.length > 0).map(({ code }) => code)).toEqual(['SSP', 'SYP']);
  });
});

const series = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 30 }).map((numbers) =>
  numbers.map((number, i) => {
    const day = dayAfter('2026-01-01', i);
    return { day, publishedOn: day, value: decimalOf(number / 4) };
  }),
);
const ofNumbers = (numbers: readonly number[]) =>
  numbers.map((number, i) => {
    const day = dayAfter('2026-01-01', i);
    return { day, publishedOn: day, value: decimalOf(number) };
  });

describe('any days', () => {
  test('each value is kept or excluded, once and in order', () => {
    fc.assert(
      fc.property(series, (values) => {
        const { kept, excluded } = excludeWrong(values, []);
        const all = [...kept, ...excluded].map(({ day }) => day).sort();
        expect(all).toEqual(values.map(({ day }) => day));
        expect(kept.map(({ day }) => day)).toEqual(kept.map(({ day }) => day).toSorted());
      }),
    );
  });

  test('the same ones are excluded when time runs backwards', () => {
    fc.assert(
      fc.property(series, (values) => {
        const forwards = excludeWrong(values, []).excluded.map(({ day }) => day);
        const backwards = excludeWrong(values.toReversed(), []).excluded.map(({ day }) => day);
        expect(backwards.toReversed()).toEqual(forwards);
      }),
    );
  });

  test('one stray value is found wherever it stands, but at an end', () => {
    const level = fc.integer({ min: 10, max: 1_000 });
    fc.assert(
      fc.property(
        level,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (value, before, after) => {
          for (const stray of [value * 1.21, value * 0.79].map((each) => Number(each.toFixed(4)))) {
            const numbers = [...Array(before).fill(value), stray, ...Array(after).fill(value)];
            const { excluded } = excludeWrong(ofNumbers(numbers), []);
            expect(excluded.map(({ day }) => day)).toEqual([dayAfter('2026-01-01', before)]);
          }
        },
      ),
    );
  });

  test('a level that stays for two values is kept', () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 2, max: 5 }));
    fc.assert(
      fc.property(fc.array(level, { maxLength: 6 }), (levels) => {
        const numbers = levels.flatMap(([value, length]) => Array<number>(length).fill(value));
        expect(excludeWrong(ofNumbers(numbers), []).excluded).toEqual([]);
      }),
    );
  });
});

test.each([
  [[100, 120, 100], 0],
  [[100, 120.01, 100], 1],
  [[100, 130, 110], 0],
  [[100, 133, 110], 1],
  [[100, 200, 110.01], 0],
  [[100, 80, 100], 0],
  [[100, 79.99, 100], 1],
  [[100, 200], 0],
])('%j: %i outliers', (numbers, count) => {
  expect(excludeWrong(ofNumbers(numbers), []).excluded).toHaveLength(count);
});

test('a line may be of a single day', () => {
  const line = 'IRR\t2026-01-02\t2026-01-02\tno\thttps://example.org/';
  expect(readWrongRates(`${line}\n`)).toMatchObject([{ code: 'IRR', from: '2026-01-02', to: '2026-01-02' }]);
});

test('a malformed table is refused by its line', () => {
  expect(() => readWrongRates('IRR\t2026-01-02\t2026-01-01\tno\thttps://example.org/')).toThrow('IRR');
  expect(() => readWrongRates('no table')).toThrow('no table');
});
