import { type GeoPermissibleObjects, geoIdentity, geoPath, geoTransform } from 'd3-geo';
import { merge, mesh } from 'topojson-client';
import ground from './ground.json';
import { offsetInWindow, type Point, pointOf, type Size, type View } from './view.ts';

type Outline = Parameters<typeof mesh>[0] & {
  objects: {
    departments: NonNullable<Parameters<typeof mesh>[1]> & { geometries: Parameters<typeof merge>[1] };
  };
};
// outline as written by scripts/places/ground.ts
const outline = ground.outline as unknown as Outline;
const communes = ground.communes as [name: string, lat: number, lon: number][];

const LETTER = 6.4;
const LINE = 20;
const MOST_NAMES = 40;
// Pixels drawn beyond the window, so that no outline shows along its edge.
const BEYOND = 4;

/** Area over the ground, in pixels of the window. */
export type Box = { left: number; right: number; top: number; bottom: number };
type Drawn = { land: string; borders: string };

// Whole outlines, on a world so many units wide.
export function drawWorld(width: number): Drawn {
  const plane = geoTransform({
    point(lon, lat) {
      const { x, y } = pointOf({ lat, lon });
      this.stream.point(x * width, y * width);
    },
  });
  return drawWith(geoPath(plane).digits(2));
}

// Outlines within a window, in its pixels.
export function drawWindow(view: View, size: Size): Drawn {
  const plane = geoTransform({
    point(lon, lat) {
      const { x, y } = offsetInWindow(view, size, pointOf({ lat, lon }));
      this.stream.point(x, y);
    },
  });
  const clip = geoIdentity().clipExtent([
    [-BEYOND, -BEYOND],
    [size.width + BEYOND, size.height + BEYOND],
  ]);
  return drawWith(geoPath({ stream: (sink) => plane.stream(clip.stream(sink)) }).digits(1));
}

function drawWith(path: (object: GeoPermissibleObjects) => string | null): Drawn {
  merged ??= mergeDepartments();
  const { land, borders } = merged;
  return { land: path(land) ?? '', borders: path(borders) ?? '' };
}

let merged: ReturnType<typeof mergeDepartments> | undefined;

function mergeDepartments() {
  const { departments } = outline.objects;
  return {
    land: merge(outline, departments.geometries),
    borders: mesh(outline, departments, (a, b) => a !== b),
  };
}

const placed = communes.map(([name, lat, lon], key) => ({ name, key, point: pointOf({ lat, lon }) }));

export type GroundName = { name: string; at: Point & { key: number } };

// Names of the largest communes that stand whole in the window, clear of `over` and of each other.
export function namesIn(view: View, size: Size, over: readonly Box[]): GroundName[] {
  const named: GroundName[] = [];
  const taken: Box[] = [...over];
  for (const { name, key, point } of placed) {
    const { x, y } = offsetInWindow(view, size, point);
    const box = {
      left: x - 3,
      right: x + 16 + name.length * LETTER,
      top: y - LINE / 2,
      bottom: y + LINE / 2,
    };
    const isWhole = box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height;
    if (!isWhole || taken.some((other) => meets(box, other))) continue;
    taken.push(box);
    named.push({ name, at: { x, y, key } });
    if (named.length === MOST_NAMES) break;
  }
  return named;
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
