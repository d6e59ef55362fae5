import { expect, test } from 'vitest';
import { SearchCache } from './search-cache.ts';

const answer = (weight: number) => ({ found: { weight } });
const keptIn = (kept: SearchCache<ReturnType<typeof answer>>, keys: readonly string[]) =>
  keys.filter((key) => kept.get(key));
const names = (count: number) => Array.from({ length: count }, (_, n) => `place ${n}`);

test('the one that was asked for longest ago goes, by the number and by what they weigh', () => {
  const byCount = new SearchCache({ count: 4, weight: 1_000 });
  for (const name of names(6)) byCount.put(name, answer(1));
  expect(keptIn(byCount, names(6))).toEqual(names(6).slice(2));
  const byWeight = new SearchCache({ count: 1_000, weight: 40 });
  for (const name of names(6)) byWeight.put(name, answer(10));
  expect(keptIn(byWeight, names(6))).toEqual(names(6).slice(2));
  byWeight.put('heavy', answer(41));
  expect(keptIn(byWeight, [...names(6), 'heavy'])).toEqual([]);
});

test('who asks from ever other places drives out nobody who asked again', () => {
  const kept = new SearchCache({ count: 100, weight: 1_000 });
  const many = names(40);
  for (let round = 0; round < 2; round++) for (const name of many) kept.put(name, answer(1));
  for (let n = 0; n < 10_000; n++) kept.put(`elsewhere ${n}`, answer(10));
  expect(keptIn(kept, many)).toEqual(many);
});

test('those that were asked for again have half of the room, and the oldest of them are the next to go', () => {
  const kept = new SearchCache({ count: 10, weight: 1_000 });
  const many = names(8);
  for (const name of many) for (let round = 0; round < 2; round++) kept.put(name, answer(1));
  for (let n = 0; n < 10; n++) kept.put(`elsewhere ${n}`, answer(1));
  expect(keptIn(kept, many)).toEqual(many.slice(3));
});

test('what is forgotten weighs nothing any more', () => {
  const kept = new SearchCache({ count: 10, weight: 40 });
  for (const name of names(4)) kept.put(name, answer(10));
  kept.put('place 3', answer(10));
  kept.drop((one) => one === kept.get('place 3') || one === kept.get('place 0'));
  expect(keptIn(kept, names(4))).toEqual(['place 1', 'place 2']);
  kept.put('more', answer(20));
  expect(keptIn(kept, [...names(4), 'more'])).toEqual(['place 1', 'place 2', 'more']);
});
