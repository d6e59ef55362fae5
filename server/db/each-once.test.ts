import { expect, test } from 'vitest';
import { eachOnce } from './each-once.ts';

test('gives each row in its order, and holds none of them then', () => {
  const rows = [{ id: 1 }, { id: 2 }];
  expect([...eachOnce(rows)]).toEqual([{ id: 1 }, { id: 2 }]);
  expect(rows).toEqual([]);
});
