import { expect, test } from 'vitest';
import { drainRows } from './drain-rows.ts';

test('gives each row in its order, and holds none of them then', () => {
  const rows = [{ id: 1 }, { id: 2 }];
  expect([...drainRows(rows)]).toEqual([{ id: 1 }, { id: 2 }]);
  expect(rows).toEqual([]);
});
