import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, decimalOf, parseDecimal } from '../money/decimal.ts';
import type { HistoryDay } from './history.ts';
import { readHistoryFile, writeHistory } from './history-csv.ts';

const day: HistoryDay = {
  day: '2026-11-27',
  publishedOn: '2026-09-26',
  mid: decimalOf(1.13912687),
  sale: { best: decimalOf(1.1301), median: decimalOf(1.11), count: 14 },
  purchase: null,
  isDemonstration: true,
};

test('a line a day, with French numbers and a remark that no spreadsheet runs', () => {
  const excluded = [{ day: day.day, value: decimalOf(1), wrong: null }];
  const [head, line] = writeHistory([day], excluded, () => '=1+1').split('\r\n');
  expect(head).toMatch(/^\uFEFFjour;jour de la source;taux intermédiaire;/);
  expect(line).toBe('2026-11-27;2026-09-26;1,13912687;1,1301;1,11;14;;;;démonstration, =1+1');
  const alone = writeHistory([{ ...day, isDemonstration: false }], excluded, () => '=1+1');
  expect(alone).toContain(";'=1+1\r\n");
});

test('a written file is read back', () => {
  const rate = fc
    .integer({ min: 1, max: 10 ** 9 })
    .map((units): Decimal => parseDecimal(`${units}e-6`) ?? day.mid ?? decimalOf(1));
  const offers = fc.option(fc.record({ best: rate, median: rate, count: fc.integer({ min: 1, max: 99 }) }));
  const anyDay = fc.record({
    day: fc.constantFrom('2026-11-26', '2026-11-27'),
    publishedOn: fc.constantFrom('2026-09-25', '2026-11-27'),
    mid: fc.option(rate),
    sale: offers,
    purchase: offers,
    isDemonstration: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyDay, { maxLength: 8 }), (days) => {
      const written = writeHistory(days, [], String);
      expect(readHistoryFile(written)).toEqual(days);
      expect(readHistoryFile(written.slice(1))).toEqual(days);
    }),
  );
  expect(() => readHistoryFile('<!doctype html>')).toThrow(new RangeError('no file of a history'));
  const withoutMedian = writeHistory([day], [], String).replace(';1,11;', ';;');
  expect(readHistoryFile(withoutMedian)).toEqual([{ ...day, sale: null }]);
});
