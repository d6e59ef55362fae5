import { expect, test, vi } from 'vitest';
import { packPlace } from './packed.ts';
import { createPlaceSearch } from './search.ts';

const counted = vi.hoisted(() => ({ unpacked: 0 }));
vi.mock('./packed.ts', async (readModule) => {
  const real = await readModule<typeof import('./packed.ts')>();
  const unpackPlace = (line: string) => {
    counted.unpacked += 1;
    return real.unpackPlace(line);
  };
  return { ...real, unpackPlace };
});

const names = ['Saint', ...Array.from({ length: 500 }, (_, i) => `Saint-Village-${i}`)];
const lines = names.map((name, i) =>
  packPlace({
    kind: 'commune',
    code: String(62_000 + i),
    name,
    postcodes: ['62000'],
    lat: 50,
    lon: 2,
    department: '62',
    words: '',
  }),
);
const places = createPlaceSearch(lines.join('\n'));

test.each([
  's',
  'saint',
  's-s-s-s',
  's-62',
  'sain-62',
])('an invented address, %s, unpacks no place', (slug) => {
  counted.unpacked = 0;
  expect(places.communeBySlug(slug)).toBeNull();
  expect(places.communesNamed('s')).toEqual([]);
  expect(counted.unpacked).toBe(0);
});

test('a commune is found by its whole name alone', () => {
  expect(places.communeBySlug('saint-62')?.code).toBe('62000');
  expect(places.communeBySlug('saint-village-7-62')?.code).toBe('62008');
  expect(places.communesNamed('SAINT').map(({ code }) => code)).toEqual(['62000']);
});
