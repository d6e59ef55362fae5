import { expect, test } from 'vitest';
import { readPosition } from './read-position.ts';

const DOOR = { lat: 45.7606, lon: 4.8593 };

test.each([
  '45.7606, 4.8593',
  '45.7606 4.8593',
  '45,7606 ; 4,8593',
  '45,7606, 4,8593',
  '45,7606 4,8593',
  '45.7606° N, 4.8593° E',
  ' 45.7606/4.8593 ',
  'geo:45.7606,4.8593',
  'geo:45.7606,4.8593?z=19',
  'https://www.openstreetmap.org/?mlat=45.7606&mlon=4.8593#map=18/45.70/4.80',
  'https://www.openstreetmap.org/#map=19/45.7606/4.8593',
  'https://www.openstreetmap.org/#map=17.5/45.7606/4.8593&layers=P',
  'https://www.openstreetmap.org/node/123#map=19/45.7606/4.8593',
])('%s is a position', (text) => {
  expect(readPosition(text)).toEqual(DOOR);
});

test.each([
  ['20.8789 S, 55.4481 E', { lat: -20.8789, lon: 55.4481 }],
  ['14.6104 N, 61.08 O', { lat: 14.6104, lon: -61.08 }],
  ['14.6104, −61.08', { lat: 14.6104, lon: -61.08 }],
])('%s is south or west', (text, position) => {
  expect(readPosition(text)).toEqual(position);
});

test.each([
  '',
  '45.7606',
  'Lyon',
  '95.1, 4.8',
  '45.1, 181',
  'https://www.openstreetmap.org/node/123',
  'https://osm.org/go/0CUlZ--',
  '1, 2, 3',
  '5 place Béraudier 69003',
])('%j is none', (text) => {
  expect(readPosition(text)).toBeNull();
});
