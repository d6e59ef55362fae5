import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, writeAmount, writeBytes, writeWhole } from './ascii.ts';

type Write<T> = (into: Uint8Array, start: number, value: T) => number;

/** What is written, between what stood there before. */
function written<T>(write: Write<T>, value: T): string {
  const into = Buffer.alloc(60, '.');
  const end = write(into, 7, value);
  expect(into.toString('latin1', 0, 7) + into.toString('latin1', end)).toMatch(/^\.+$/);
  return into.toString('latin1', 7, end);
}

test('an amount is written as the JSON number that it is', () => {
  const cents = fc.oneof(
    fc.integer({ min: -100_000, max: 100_000 }),
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 }),
    fc.integer({ min: -1e15, max: 1e15 }),
  );
  fc.assert(
    fc.property(cents, (n) => {
      const text = written(writeAmount, n);
      expect(text).toBe(JSON.stringify(n / 100));
      expect(text.length).toBeLessThanOrEqual(20);
    }),
    { numRuns: 3000, examples: [[0], [1], [10], [100], [-1], [2 ** 31 - 1], [2 ** 31], [-(2 ** 31)]] },
  );
});

test('a whole number is written as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (n) => {
      expect(written(writeWhole, n)).toBe(String(n));
    }),
    { examples: [[0], [9], [10], [99], [100], [2 ** 31 - 1]] },
  );
});

test('bytes are written as they are', () => {
  expect(written(writeBytes, bytesOf('{"a":1}'))).toBe('{"a":1}');
  expect(Buffer.from(bytesOf('Écu')).toString()).toBe('Écu');
});
