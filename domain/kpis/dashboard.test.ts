import { expect, test } from 'vitest';
import { totalOf } from './dashboard.ts';

const none = { chosen: 0, requested: 0, collected: 0 };

test('days are added up, and a rank counts each of its appearances', () => {
  expect(totalOf([])).toEqual({ ...none, shown: 0, rank: null });
  const days = [
    { ...none, shown: 3, rank: 1, chosen: 2 },
    { ...none, shown: 0, rank: null, requested: 1 },
    { ...none, shown: 1, rank: 5, collected: 4 },
  ];
  expect(totalOf(days)).toEqual({ shown: 4, rank: 2, chosen: 2, requested: 1, collected: 4 });
});
