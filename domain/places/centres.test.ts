import { expect, test } from 'vitest';
import { Centres } from './centres.ts';

const centres = new Centres([
  { lat: 45.7485, lon: 4.8467 },
  { lat: -20.8789, lon: 55.4481 },
  { lat: 14.6104, lon: -61.08 },
]);

test.each([
  ['a centre', { lat: 45.7485, lon: 4.8467 }, true],
  ['one south of the equator', { lat: -20.8789, lon: 55.4481 }, true],
  ['one of fewer decimals', { lat: 14.6104, lon: -61.08 }, true],
  ['a door ten metres away', { lat: 45.7486, lon: 4.8467 }, false],
  ['a door that is told more exactly', { lat: 45.74852, lon: 4.8467 }, false],
  ['half of one and half of another', { lat: 45.7485, lon: 55.4481 }, false],
])('%s is a commune’s centre: %s', (_what, position, expected) => {
  expect(centres.has(position)).toBe(expected);
  expect(new Centres([]).has(position)).toBe(false);
});
