import { expect, test } from 'vitest';
import { keepCounts } from './kept-counts.ts';

test('what is counted is kept until what it depends on changes; what failed, and what is not known, is counted anew', async () => {
  let state: string | null = '1';
  let asked = 0;
  let fails = false;
  const counts = keepCounts(
    async () => {
      asked += 1;
      if (fails) throw new Error('away');
      return { bureaux: asked, counter: 0, airport: 0, hotel: 0, card: 0 };
    },
    () => state,
  );
  const all = await Promise.all([counts(), counts(), counts()]);
  expect(all.map(({ bureaux }) => bureaux)).toEqual([1, 1, 1]);
  expect((await counts()).bureaux).toBe(1);
  state = '2';
  expect((await counts()).bureaux).toBe(2);
  [state, fails] = ['3', true];
  await expect(counts()).rejects.toThrow('away');
  fails = false;
  expect((await counts()).bureaux).toBe(4);
  state = null;
  expect([(await counts()).bureaux, (await counts()).bureaux]).toEqual([5, 6]);
});
