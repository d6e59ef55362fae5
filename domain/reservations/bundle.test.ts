import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bundleOf, sumBundles } from './bundle.ts';

const USD = [1, 5, 10, 20, 50, 100];
const ANY = { notes: '', denominations: [] };

test.each([
  ['the fewest', 564_00, USD, ANY, '5×100 1×50 1×10 4×1', 0],
  ['small ones first', 564_00, USD, { ...ANY, notes: 'small' }, '28×20 4×1', 0],
  ['chosen ones alone', 550_00, USD, { notes: 'choice', denominations: [50, 100] }, '5×100 1×50', 0],
  [
    'chosen ones that the company has no more',
    70_00,
    [20],
    { notes: 'choice', denominations: [20, 50] },
    '1×50 1×20',
    0,
  ],
  ['an amount of before notes counted', 564_25, USD, ANY, '5×100 1×50 1×10 4×1', 25],
  ['chosen euros beside others', 496_24, [], { notes: 'choice', denominations: [50] }, '9×50', 46_24],
  ['less than a note', 3_00, [5, 10], ANY, '', 3_00],
])('%s', (_, amount, values, wish, expected, rest) => {
  const bundle = bundleOf(amount, values, wish);
  expect(bundle?.notes.map(({ value, count }) => `${count}×${value}`).join(' ')).toBe(expected);
  expect(bundle?.rest).toBe(rest);
});

test('unknown notes make no bundle', () => {
  expect(bundleOf(496_24, [], ANY)).toBeNull();
});

test('notes and rest of a bundle make the amount, and those of the total all amounts', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 8 });
  const values = fc.uniqueArray(fc.constantFrom(1, 2, 5, 10, 20, 50, 100, 200), { minLength: 1 });
  fc.assert(
    fc.property(amounts, values, fc.constantFrom('', 'small'), (each, notes, wished) => {
      const sums = sumBundles(
        each.map((amount) => ({
          currency: 'USD',
          amount,
          bundle: bundleOf(amount, notes, { notes: wished, denominations: [] }),
        })),
      );
      const [total] = sums;
      const made = total?.notes.reduce((sum, { value, count }) => sum + value * count * 100, 0) ?? 0;
      expect(made + (total?.rest ?? 0)).toBe(total?.amount);
      expect(total?.amount).toBe(each.reduce((sum, amount) => sum + amount, 0));
    }),
  );
});

test('notes of a total come largest first, whichever bundle has them', () => {
  const small = { notes: 'choice', denominations: [5] };
  const totals = sumBundles([
    { currency: 'USD', amount: 10_00, bundle: bundleOf(10_00, USD, small) },
    { currency: 'USD', amount: 150_00, bundle: bundleOf(150_00, USD, ANY) },
  ]);
  expect(totals[0]?.notes).toEqual([
    { value: 100, count: 1 },
    { value: 50, count: 1 },
    { value: 5, count: 2 },
  ]);
});

test('totals are by currency, and keep what has no bundle as a rest', () => {
  const bundle = bundleOf(100_00, USD, ANY);
  const totals = sumBundles([
    { currency: 'USD', amount: 100_00, bundle },
    { currency: 'EUR', amount: 496_24, bundle: null },
    { currency: 'USD', amount: 100_00, bundle },
  ]);
  expect(totals).toEqual([
    { currency: 'USD', amount: 200_00, rest: 0, notes: [{ value: 100, count: 2 }] },
    { currency: 'EUR', amount: 496_24, rest: 496_24, notes: [] },
  ]);
});
