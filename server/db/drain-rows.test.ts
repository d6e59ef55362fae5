import { expect, test } from 'vitest';
import { drainRows } from './drain-rows.ts';

test('rows are yielded in order, and the array is emptied', () => {
  const rows = [{ id: 1 }, { id: 2 }];
  expect([...drainRows(rows)]).toEqual([{ id: 1 }, { id: 2 }]);
  expect(rows).toEqual([]);
});
