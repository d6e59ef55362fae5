import { expect, test } from 'vitest';
import { collectPages, MOST_COLLECTED } from './collect-pages.ts';

const pageOf = (total: number) => async (page: number) => ({
  rows: Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, i) => (page - 1) * 100 + i),
  total,
});

test.each([
  [0, 0, false],
  [100, 100, false],
  [101, 101, false],
  [MOST_COLLECTED, MOST_COLLECTED, false],
  [MOST_COLLECTED + 1, MOST_COLLECTED, true],
])('of %d rows %d are collected, cut: %s', async (total, count, isCut) => {
  const collected = await collectPages(pageOf(total), (row) => row);
  expect(collected.rows).toHaveLength(count);
  expect(collected.isCut).toBe(isCut);
});

test('a row that moves to the next page meanwhile is there once', async () => {
  const pages: Record<number, number[]> = { 1: [1, 2], 2: [2, 3] };
  const { rows } = await collectPages(
    async (page) => ({ rows: pages[page] ?? [], total: 150 }),
    (row) => row,
  );
  expect(rows).toEqual([1, 2, 3]);
});
