import { geoMercatorRaw } from 'd3-geo';
import type { Position } from '#domain/places/place.ts';

/** On the square that the world is by Web Mercator, which tiles of streets are cut from: from 0 to 1, south and east. */
export type Point = { readonly x: number; readonly y: number };
/** What stands in the middle, and how large: at 0 the world is 256 pixels wide, one more is twice as large. */
export type View = Point & { readonly zoom: number };
/** In pixels. */
export type Size = { readonly width: number; readonly height: number };

const TILE = 256;
const FARTHEST = 2;
/** Outlines and communes say nothing nearer. */
export const NEAREST = 15;
/** What one looks at first is no nearer than a quarter of a town. */
const NEAREST_AT_FIRST = 13;
const EARTH_M = 40_075_016;
const RADIANS = Math.PI / 180;

export function pointOf({ lat, lon }: Position): Point {
  const [x, y] = geoMercatorRaw(lon * RADIANS, lat * RADIANS);
  return { x: 0.5 + x / (2 * Math.PI), y: 0.5 - y / (2 * Math.PI) };
}

/** How many pixels wide the world is. */
export function worldOf({ zoom }: View): number {
  return TILE * 2 ** zoom;
}

/** Where a point is in the window, in pixels from its upper left. */
export function placeIn(view: View, { width, height }: Size, { x, y }: Point): Point {
  const world = worldOf(view);
  return { x: (x - view.x) * world + width / 2, y: (y - view.y) * world + height / 2 };
}

/** How many pixels so many metres are, about the middle of the window. */
export function pixelsOf(view: View, metres: number): number {
  // a metre is larger the farther from the equator it is
  const enlarged = Math.cosh((1 - 2 * view.y) * Math.PI);
  return (metres / EARTH_M) * enlarged * worldOf(view);
}

/** All of some points, with room at the edges for what stands on them. */
export function viewOf(points: readonly Point[], size: Size, edge: Size): View {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const fits = (room: number, side: number, whole: number) =>
    Math.log2(Math.max(room - 2 * side, 1) / TILE / Math.max(whole, 1e-9));
  const zoom = Math.min(
    fits(size.width, edge.width, right - left),
    fits(size.height, edge.height, bottom - top),
    NEAREST_AT_FIRST,
  );
  return held({ x: (left + right) / 2, y: (top + bottom) / 2, zoom });
}

/** By so many pixels: what was to the right comes nearer to the middle. */
export function panned(view: View, right: number, down: number): View {
  const world = worldOf(view);
  return held({ ...view, x: view.x + right / world, y: view.y + down / world });
}

/** What stands `at`, in pixels from the middle, stays where it is. */
export function zoomed(view: View, by: number, at: Point = { x: 0, y: 0 }): View {
  const zoom = Math.min(NEAREST, Math.max(FARTHEST, view.zoom + by));
  const moved = 1 / worldOf(view) - 1 / worldOf({ ...view, zoom });
  return held({ x: view.x + at.x * moved, y: view.y + at.y * moved, zoom });
}

/** No view leaves the world. */
function held({ x, y, zoom }: View): View {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return { x: within(x), y: within(y), zoom: Math.min(NEAREST, Math.max(FARTHEST, zoom)) };
}
