import { expect, test } from 'vitest';
import { metresBetween, roundPosition } from './distance.ts';

const paris = { lat: 48.8566, lon: 2.3522 };
const lyon = { lat: 45.764, lon: 4.8357 };

test('a distance is that of a great circle, equal in both directions', () => {
  // 391.5 km on the WGS 84 ellipsoid
  expect(metresBetween(paris, lyon) / 1000).toBeCloseTo(391.5, 0);
  expect(metresBetween(lyon, paris)).toBe(metresBetween(paris, lyon));
  expect(metresBetween(paris, paris)).toBe(0);
  // from one side of the world to the other, and over the line where the day begins
  expect(metresBetween({ lat: 90, lon: 0 }, { lat: -90, lon: 0 }) / 1000).toBeCloseTo(20_015, 0);
  expect(metresBetween({ lat: 0, lon: 179.99 }, { lat: 0, lon: -179.99 })).toBeLessThan(2300);
});

test('a rounded position reveals no more than a square of about a kilometre', () => {
  expect(roundPosition({ lat: 45.757777, lon: 4.832222 })).toEqual({ lat: 45.76, lon: 4.83 });
  expect(roundPosition({ lat: -20.889, lon: 55.448 })).toEqual({ lat: -20.89, lon: 55.45 });
});
