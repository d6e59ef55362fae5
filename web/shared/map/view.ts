import type { Position } from '#domain/places/place.ts';

/** Point on the square of Web Mercator, as in map tiles, from 0 to 1, south and east. */
export type Point = { readonly x: number; readonly y: number };
/** Middle and zoom of the window. At 0 the world is 256 pixels wide, doubled by each step. */
export type View = Point & { readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };

const TILE = 256;
const MIN_ZOOM = 2;
export const MAX_ZOOM = 14;
const MAX_INITIAL_ZOOM = 12;
const EARTH_M = 40_075_016;
const RADIANS = Math.PI / 180;

export function pointOf({ lat, lon }: Position): Point {
  const north = Math.asinh(Math.tan(lat * RADIANS));
  return { x: 0.5 + lon / 360, y: 0.5 - north / (2 * Math.PI) };
}

export function worldOf({ zoom }: View): number {
  return TILE * 2 ** zoom;
}

// Pixels as they are written.
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

/** Offset of a point in pixels from the window's upper left. */
export function offsetInWindow(view: View, { width, height }: Size, { x, y }: Point): Point {
  const world = worldOf(view);
  return { x: (x - view.x) * world + width / 2, y: (y - view.y) * world + height / 2 };
}

export function pixelsOf(view: View, metres: number): number {
  // scale of Web Mercator, larger away from the equator
  const enlarged = Math.cosh((1 - 2 * view.y) * Math.PI);
  return (metres / EARTH_M) * enlarged * worldOf(view);
}

export function viewOf(points: readonly Point[], size: Size, edge: Size, most = MAX_INITIAL_ZOOM): View {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const fits = (room: number, side: number, whole: number) =>
    Math.log2(Math.max(room - 2 * side, 1) / TILE / Math.max(whole, 1e-9));
  const zoom = Math.min(
    fits(size.width, edge.width, right - left),
    fits(size.height, edge.height, bottom - top),
    most,
  );
  return clampView({ x: (left + right) / 2, y: (top + bottom) / 2, zoom });
}

/** View moved by pixels; positive brings the right and the bottom to the middle. */
export function panned(view: View, right: number, down: number): View {
  const world = worldOf(view);
  return clampView({ ...view, x: view.x + right / world, y: view.y + down / world });
}

/** View zoomed around `at`, in pixels from the middle. */
export function zoomed(view: View, by: number, at: Point = { x: 0, y: 0 }): View {
  const zoom = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, view.zoom + by));
  const moved = 1 / worldOf(view) - 1 / worldOf({ ...view, zoom });
  return clampView({ x: view.x + at.x * moved, y: view.y + at.y * moved, zoom });
}

function clampView({ x, y, zoom }: View): View {
  const within = (value: number) => Math.min(1, Math.max(0, value));
  return { x: within(x), y: within(y), zoom: Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom)) };
}
