import fc from 'fast-check';
import { expect, test } from 'vitest';
import { issuedNotes } from './issued-notes.ts';
import { fewestNotes, isMakeable, type NoteCount, nearestMakeable, smallNotes } from './make-amount.ts';

test.each<[number, number[], number | null, number | null]>([
  [564, [1, 5, 10], 564, 564],
  [564, [5, 10, 20], 560, 565],
  [564, [50, 100], 550, 600],
  [30, [20, 50], 20, 40],
  [90, [20, 50], 80, 100],
  [10, [20, 50], null, 20],
  [21_839, [1000, 5000, 10_000], 21_000, 22_000],
  [7, [], null, null],
  // the smallest of these has too many residues to search
  [50_000, [10_001, 10_002], null, null],
])('%d from notes of %j lies between %d and %d', (amount, values, below, above) => {
  expect(nearestMakeable(amount, values)).toEqual({ below, above });
});

test.each<[number, string, string | null]>([
  [564, 'USD', '5 × 100, 1 × 50, 1 × 10, 4 × 1'],
  [21_000, 'JPY', '2 × 10000, 1 × 1000'],
  [60, 'NOK', null],
  [100_000, 'SGD', '100 × 1000'],
])('the fewest notes of %d %s', (amount, currency, expected) => {
  expect(format(fewestNotes(amount, issuedNotes(currency)))).toBe(expected);
});

test('the fewest notes are fewer than the largest first would give', () => {
  expect(format(fewestNotes(60, [10, 30, 40]))).toBe('2 × 30');
});

test.each<[number, string, string]>([
  [40, 'USD', '4 × 10'],
  [200, 'USD', '20 × 10'],
  [21_000, 'JPY', '4 × 5000, 1 × 1000'],
  [564, 'USD', '28 × 20, 4 × 1'],
  [1_000, 'USD', '20 × 50'],
  [9_000, 'USD', '90 × 100'],
])('%d %s in small notes', (amount, currency, expected) => {
  expect(format(smallNotes(amount, issuedNotes(currency)))).toBe(expected);
});

test('every issued list is of rising whole numbers', () => {
  for (const currency of ['USD', 'JPY', 'SCR']) {
    const notes = issuedNotes(currency);
    expect(notes.length).toBeGreaterThan(0);
    expect(notes).toEqual([...new Set(notes)].toSorted((a, b) => a - b));
  }
  expect(issuedNotes('XXX')).toEqual([]);
  expect(issuedNotes('toString')).toEqual([]);
});

const values = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

test('amounts are makeable as brute force says', () => {
  fc.assert(
    fc.property(
      values,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(1, 5, 1_000),
      (notes, amount, step, unit) => {
        const scaled = notes.map((value) => value * unit);
        const isMade = bruteForce(notes, 8_000).map((count, sum) => count < Infinity && sum % step === 0);
        const below = isMade.findLastIndex((made, sum) => made && sum > 0 && sum <= amount);
        const above = isMade.findIndex((made, sum) => made && sum >= amount);
        expect(nearestMakeable(amount * unit, scaled, step * unit)).toEqual({
          below: below < 0 ? null : below * unit,
          above: above * unit,
        });
        expect(isMakeable(amount * unit, scaled, step * unit)).toBe(below === amount);
      },
    ),
  );
});

test('bundles make their amount with as few notes as brute force finds', () => {
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 4_000 }), (notes, amount) => {
      const fewest = bruteForce(notes, amount)[amount];
      const bundle = fewestNotes(amount, notes);
      const isMade = fewest !== Infinity;
      expect(total(bundle)).toBe(isMade ? amount : undefined);
      expect(bundle?.reduce((sum, { count }) => sum + count, 0)).toBe(isMade ? fewest : undefined);
      expect(total(smallNotes(amount, notes))).toBe(isMade ? amount : undefined);
    }),
  );
});

/** Fewest notes of every amount up to the largest, Infinity where none make it. */
function bruteForce(notes: readonly number[], largest: number): number[] {
  const fewest = [0];
  for (let sum = 1; sum <= largest; sum += 1) {
    fewest.push(Math.min(...notes.map((value) => (fewest[sum - value] ?? Infinity) + 1)));
  }
  return fewest;
}

function total(bundle: readonly NoteCount[] | null): number | undefined {
  return bundle?.reduce((sum, { value, count }) => sum + value * count, 0);
}

function format(bundle: readonly NoteCount[] | null): string | null {
  return bundle?.map(({ value, count }) => `${count} × ${value}`).join(', ') ?? null;
}
