import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { metresBetween } from '#domain/places/distance.ts';
import ground from './ground.json';
import { type Label, levelOf, narrowestScreen, orderLabels, placeLabels } from './labels.ts';
import { pathOf } from './shapes.ts';
import { pointOf, type View } from './view.ts';

const SIZE = { width: 640, height: 560 };
const PARIS = { lat: 48.8566, lon: 2.3428 };
// tuples, as written by scripts/places/ground.ts
const labels = orderLabels(ground as unknown as Parameters<typeof orderLabels>[0]);
const at = (place: typeof PARIS, zoom: number): View => ({ ...pointOf(place), zoom });
const namesAt = (view: View) => placeLabels(labels, view, SIZE, []).map(({ name }) => name);

test('three zooms name what one knows a place by', () => {
  const whole = at({ lat: 46.6, lon: 2.4 }, 5.6);
  expect(levelOf(whole)).toBe('country');
  expect(namesAt(whole)).toEqual(expect.arrayContaining(['Paris', 'Lyon', 'Toulouse', 'Strasbourg']));
  const region = at(PARIS, 9);
  expect(levelOf(region)).toBe('region');
  expect(namesAt(region)).toEqual(expect.arrayContaining(['Paris', 'CDG', 'ORY', 'Versailles']));
  expect(namesAt(region).filter((name) => /\de$/.test(name))).toEqual([]);
  const town = at(PARIS, 13);
  expect(levelOf(town)).toBe('town');
  expect(namesAt(town)).toEqual(expect.arrayContaining(['Gare du Nord', 'Gare de Lyon', 'Montmartre']));
});

test.each([
  [600, 'phone'],
  [700, 'tablet'],
  [950, 'desktop'],
  [200, 'desktop'],
  [1080, 'wide'],
  [10, null],
])('a name at %i of 1200 pixels is shown from %s on', (x, from) => {
  const label = { kind: 'town', name: 'Meyzieu', at: { x, y: 100 } } as const;
  expect(narrowestScreen(label, { width: 1200, height: 320 })).toBe(from);
});

test('names stand whole, apart from each other and from what lies over the ground', () => {
  const over = [{ left: 200, right: 420, top: 180, bottom: 320 }];
  for (const zoom of [5, 7, 9, 11, 13]) {
    const placed = placeLabels(labels, at(PARIS, zoom), SIZE, over);
    expect(placed.length, `zoom ${zoom}`).toBeGreaterThan(8);
    const inside = ({ at: { x, y } }: Label) => x > 200 && x < 420 && y > 180 && y < 320;
    expect(placed.filter(inside)).toEqual([]);
    const isWithin = ({ at: { x, y } }: Label) => x > 0 && y > 0 && x < SIZE.width && y < SIZE.height;
    expect(placed.every(isWithin)).toBe(true);
  }
});

test('the Seine runs past Notre-Dame, the coast past Marseille', () => {
  const nearest = (lines: readonly (readonly number[])[], place: typeof PARIS) =>
    Math.min(...lines.flatMap(unpack).map((point) => metresBetween(point, place)));
  expect(nearest(ground.rivers.flat(), { lat: 48.853, lon: 2.3499 })).toBeLessThan(700);
  expect(nearest(ground.france, { lat: 43.295, lon: 5.362 })).toBeLessThan(1_000);
  expect(pathOf([[2343, 48857, 1, 0]])).toMatch(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+$/);
});

test('motorways have their numbers, apart from each other, until the bend between two towns would show', () => {
  const lyon = { lat: 45.76, lon: 4.84 };
  const region = placeLabels(labels, at(lyon, 9), SIZE, []).filter(({ kind }) => kind === 'motorway');
  const names = region.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['A6', 'A7', 'A42', 'A43']));
  for (const one of region)
    for (const other of region)
      if (one !== other && one.name === other.name)
        expect(Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y)).toBeGreaterThan(149);
  for (const zoom of [6, 11.5, 13])
    expect(placeLabels(labels, at(lyon, zoom), SIZE, []).filter(({ kind }) => kind === 'motorway')).toEqual(
      [],
    );
});

test.each([
  ['A6', { lat: 47.02, lon: 4.84 }],
  ['A7', { lat: 44.93, lon: 4.89 }],
  ['A9', { lat: 43.83, lon: 4.36 }],
  ['A10', { lat: 47.59, lon: 1.33 }],
])('the %s passes the towns it is known by', (number, town) => {
  const lines = ground.motorways.lines.filter((_, index) => ground.motorways.numbers[index] === number);
  const points = lines.flatMap(unpack);
  expect(Math.min(...points.map((point) => metresBetween(point, town)))).toBeLessThan(8_000);
});

test('the ground stays within its size, which is loaded with the map alone', () => {
  const bytes = brotliCompressSync(readFileSync(new URL('./ground.json', import.meta.url))).length;
  expect(bytes).toBeLessThan(123_000);
});

function unpack(steps: readonly number[]): { lat: number; lon: number }[] {
  let [lon, lat] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, i) => {
    lon += steps[2 * i] ?? 0;
    lat += steps[2 * i + 1] ?? 0;
    return { lat: lat / 1000, lon: lon / 1000 };
  });
}
