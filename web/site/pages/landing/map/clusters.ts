import { offsetInWindow, type Point, type Size, type View } from '#web/shared/map/view.ts';

/** Pin of `width` pixels, with its lower edge on the point. */
export type Pin<T> = { readonly item: T; readonly point: Point; readonly width: number };
export type Cluster<T> = { readonly pins: readonly [Pin<T>, ...Pin<T>[]]; readonly at: Point };

export const PIN_HEIGHT = 36;
const GAP = 4;
const CLUSTER_WIDTH = 104;

export function clustersOf<T>(pins: readonly Pin<T>[], view: View, size: Size): Cluster<T>[] {
  const clusters: { pins: [Pin<T>, ...Pin<T>[]]; at: Point }[] = [];
  for (const pin of pins) {
    const at = offsetInWindow(view, size, pin.point);
    if (!isNearWindow(at, size)) continue;
    const covered = clusters.filter(({ pins: [first], at: other }) =>
      cover(pin.width, at, first.width, other),
    );
    const [nearest] = covered.sort((a, b) => distance(a.at, at) - distance(b.at, at));
    if (nearest) nearest.pins.push(pin);
    else clusters.push({ pins: [pin], at });
  }
  return clusters;
}

export function clusterLabel(count: number): string {
  return `${count} bureaux`;
}

export function clusterWidth<T>({ pins: [{ width }, ...others] }: Cluster<T>): number {
  return others.length > 0 ? CLUSTER_WIDTH : width;
}

function isNearWindow({ x, y }: Point, { width, height }: Size): boolean {
  return x >= 0 && x <= width && y >= 0 && y <= height + PIN_HEIGHT / 2;
}

function cover(width: number, { x, y }: Point, otherWidth: number, other: Point): boolean {
  return Math.abs(x - other.x) < (width + otherWidth) / 2 + GAP && Math.abs(y - other.y) < PIN_HEIGHT + GAP;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
