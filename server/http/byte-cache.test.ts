import { expect, test } from 'vitest';
import { createByteCache } from './byte-cache.ts';

test('values stay within the bound, those read last longest', () => {
  const cache = createByteCache<string>(6, ({ length }) => length);
  cache.set('one', 'aa');
  cache.set('two', 'bb');
  cache.set('three', 'cc');
  expect(cache.bytes()).toBe(6);
  expect(cache.get('one')).toBe('aa');
  cache.set('four', 'd');
  expect(['one', 'two', 'three', 'four'].map(cache.get)).toEqual(['aa', undefined, 'cc', 'd']);
  expect(cache.bytes()).toBe(5);
});

test('a value set again counts once', () => {
  const cache = createByteCache<string>(6, ({ length }) => length);
  cache.set('one', 'aaaa');
  cache.set('one', 'a');
  expect(cache.get('one')).toBe('a');
  expect(cache.bytes()).toBe(1);
});

test('a value larger than the bound is not kept', () => {
  const cache = createByteCache<string>(6, ({ length }) => length);
  cache.set('one', 'aaaaaaa');
  expect(cache.get('one')).toBeUndefined();
  expect(cache.bytes()).toBe(0);
});
