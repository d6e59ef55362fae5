import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lessInNotes } from './in-notes.ts';

test.each([
  ['¥ 21 839,88 in notes of 1 000', 21_839_88, 1_000, 21_000_00],
  ['a little more than 1 % above', 10_101_02, 1_000, 10_000_00],
  ['at most 1 % more', 10_101_01, 1_000, null],
  ['1 % more exactly', 100_00, 99, null],
  ['a whole number of notes', 21_000_00, 1_000, null],
  ['less than one note', 999_99, 1_000, null],
  ['nothing', 0, 1_000, null],
])('%s', (_what, amount, note, expected) => {
  expect(lessInNotes(amount, note)).toBe(expected);
});

test('what is said is a whole number of notes, more than 1 % under the amount and less than a note under it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e15 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      (amount, note) => {
        const said = lessInNotes(amount, note);
        const [cents, whole] = [
          BigInt(amount),
          (BigInt(amount) / (BigInt(note) * 100n)) * BigInt(note) * 100n,
        ];
        expect(said).toBe(whole > 0n && whole * 100n < cents * 99n ? Number(whole) : null);
      },
    ),
  );
});
