import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metresBetween } from '#domain/places/distance.ts';
import {
  offsetInWindow,
  panned,
  pixelsOf,
  pointOf,
  type View,
  viewOf,
  zoomed,
} from '#web/shared/map/view.ts';
import { clustersOf, PIN_HEIGHT, type Pin } from './clusters.ts';

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

test('no pin covers another, and the first of those in conflict is visible', () => {
  fc.assert(
    fc.property(pins, fc.integer({ min: 0, max: 11 }), (all, nearer) => {
      const view = zoomed(viewOf([all[0]?.point ?? { x: 0, y: 0 }], SIZE, EDGE), -nearer);
      const clusters = clustersOf(all, view, SIZE);
      for (const [i, { pins: together, at }] of clusters.entries()) {
        expect(together.map(({ item }) => item)).toEqual(
          together.map(({ item }) => item).sort((a, b) => a - b),
        );
        for (const other of clusters.slice(i + 1)) {
          const apart = (together[0].width + other.pins[0].width) / 2;
          const isApart = Math.abs(at.x - other.at.x) >= apart || Math.abs(at.y - other.at.y) >= PIN_HEIGHT;
          expect(isApart).toBe(true);
        }
      }
    }),
  );
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
