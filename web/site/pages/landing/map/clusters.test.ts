import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween } from '#domain/places/distance.ts';
import type { Box } from '#web/shared/map/labels.ts';
import {
  offsetInWindow,
  panned,
  pixelsOf,
  pointOf,
  type View,
  viewOf,
  zoomed,
} from '#web/shared/map/view.ts';
import { clustersOf, type Pin } from './clusters.ts';

const SIZE = { width: 480, height: 400 };
const EDGE = { width: 60, height: 50 };
const LYON = { lat: 45.7578, lon: 4.832 };

/** In France, overseas included. */
const position = fc.oneof(
  fc.record({
    lat: fc.double({ min: 42, max: 51, noNaN: true }),
    lon: fc.double({ min: -5, max: 9, noNaN: true }),
  }),
  fc.record({
    lat: fc.double({ min: -21.4, max: -20.8, noNaN: true }),
    lon: fc.double({ min: 55.2, max: 55.9, noNaN: true }),
  }),
);
const pins = fc
  .array(fc.record({ at: position, width: fc.integer({ min: 60, max: 160 }) }), {
    minLength: 1,
    maxLength: 50,
  })
  .map((all): Pin<number>[] => all.map(({ at, width }, item) => ({ item, point: pointOf(at), width })));

test('Web Mercator, as tiles are cut', () => {
  // the tile of zoom 10 that holds Lyon is 525/365 (openstreetmap.org)
  const { x, y } = pointOf(LYON);
  expect([Math.floor(x * 1024), Math.floor(y * 1024)]).toEqual([525, 365]);
  expect(pointOf({ lat: 0, lon: 0 })).toEqual({ x: 0.5, y: 0.5 });
});

test('a distance on the map equals the distance between two places', () => {
  const view = viewOf([pointOf(LYON)], SIZE, EDGE);
  const other = { lat: LYON.lat, lon: LYON.lon + 0.03 };
  const drawn = offsetInWindow(view, SIZE, pointOf(other)).x - SIZE.width / 2;
  expect(pixelsOf(view, metresBetween(LYON, other)) / drawn).toBeCloseTo(1, 2);
});

test('the first view contains every offer once', () => {
  fc.assert(
    fc.property(pins, (all) => {
      const view = viewOf(
        all.map(({ point }) => point),
        SIZE,
        EDGE,
      );
      const shown = clustersOf(all, view, SIZE).flatMap((cluster) => cluster.pins.map(({ item }) => item));
      expect(shown.sort((one, other) => one - other)).toEqual(all.map(({ item }) => item));
    }),
  );
});

test('no pin covers another, and the first ones stand alone', () => {
  fc.assert(
    fc.property(pins, fc.integer({ min: 0, max: 11 }), (all, nearer) => {
      const view = zoomed(viewOf([all[0]?.point ?? { x: 0, y: 0 }], SIZE, EDGE), -nearer);
      const clusters = clustersOf(all, view, SIZE);
      const firstOfCluster = Math.min(
        ...clusters
          .filter(({ pins: together }) => together.length > 1)
          .map(({ pins: [first] }) => first.item),
      );
      for (const [i, { pins: together, box }] of clusters.entries()) {
        const items = together.map(({ item }) => item);
        expect(items).toEqual(items.toSorted((a, b) => a - b));
        for (const { box: other } of clusters.slice(i + 1)) expect(areApart(box, other)).toBe(true);
        // a pin that a cluster took comes after each that stands alone before it
        for (const item of items.slice(1)) expect(item).toBeGreaterThan(firstOfCluster);
      }
    }),
  );
});

const areApart = (a: Box, b: Box) =>
  a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

// metres north and east of the middle of Lyon
const inLyon = (places: readonly (readonly [number, number])[]): Pin<number>[] =>
  places.map(([north, east], item) => ({
    item,
    point: pointOf({ lat: LYON.lat + north / 111_000, lon: LYON.lon + east / 78_000 }),
    width: 110,
  }));

test.each([
  ['a phone', { width: 328, height: 480 }, 6],
  ['a desktop', { width: 580, height: 640 }, 8],
])('on %s the first view gives the best of eight offers of a town, two at one place, a pin each', (_name, size, least) => {
  const all = inLyon([
    [0, 0],
    [0, 0],
    [300, 1200],
    [400, 2100],
    [-900, -300],
    [700, 900],
    [-200, 400],
    [150, -800],
  ]);
  const view = viewOf([pointOf(LYON), ...all.map(({ point }) => point)], size, { width: 64, height: 56 });
  const clusters = clustersOf(all, view, size);
  const alone = clusters.filter(({ pins: together }) => together.length === 1);
  expect(alone.slice(0, least).map(({ pins: [{ item }] }) => item)).toEqual(
    Array.from({ length: least }, (_, i) => i),
  );
  for (const { box } of clusters) {
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(size.width);
  }
});

test('of twenty offers at one place the best have pins, and the rest one cluster beside them', () => {
  const all = inLyon(Array.from({ length: 20 }, () => [0, 0] as const));
  const view = viewOf([pointOf(LYON)], SIZE, EDGE);
  const clusters = clustersOf(all, view, SIZE);
  const counts = clusters.map(({ pins: together }) => together.length);
  expect(counts.filter((count) => count > 1)).toHaveLength(1);
  expect(counts.length).toBeGreaterThan(5);
  expect(clusters.slice(0, -1).map(({ pins: [first] }) => first.item)).toEqual(
    counts.slice(0, -1).map((_, i) => i),
  );
});

test('a pin keeps off the buttons of the map where it has another place', () => {
  const [pin] = inLyon([[0, 0]]);
  const view = viewOf([pointOf(LYON)], SIZE, EDGE);
  const over = { left: 200, right: 280, top: 150, bottom: 195 };
  const [moved] = clustersOf(pin ? [pin] : [], view, SIZE, [over]);
  expect(moved && areApart(moved.box, over)).toBe(true);
  expect(moved?.isAbove).toBe(false);
});

test('the point under the pointer stays there on zoom, and follows a drag', () => {
  fc.assert(
    fc.property(
      position,
      fc.integer({ min: -200, max: 200 }),
      fc.integer({ min: -2, max: 2 }),
      (at, off, by) => {
        const start: View = { ...pointOf(at), zoom: 9 };
        const under = offsetInWindow(zoomed(start, by, { x: off, y: -off }), SIZE, {
          x: start.x + off / (256 * 2 ** 9),
          y: start.y - off / (256 * 2 ** 9),
        });
        expect(under.x).toBeCloseTo(SIZE.width / 2 + off, 3);
        expect(under.y).toBeCloseTo(SIZE.height / 2 - off, 3);
        const dragged = offsetInWindow(panned(start, off, 0), SIZE, start);
        expect(dragged.x).toBeCloseTo(SIZE.width / 2 - off, 3);
      },
    ),
  );
});
