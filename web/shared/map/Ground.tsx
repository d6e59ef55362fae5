import { geoPath, geoTransform } from 'd3-geo';
import { useMemo } from 'react';
import { merge, mesh } from 'topojson-client';
import styles from './Ground.module.css';
import ground from './ground.json';
import { offsetInWindow, type Point, pointOf, type Size, type View, worldOf } from './view.ts';

type Outline = Parameters<typeof mesh>[0] & {
  objects: {
    departments: NonNullable<Parameters<typeof mesh>[1]> & { geometries: Parameters<typeof merge>[1] };
  };
};
// outline as written by scripts/places/ground.ts
const outline = ground.outline as unknown as Outline;
const communes = ground.communes as [name: string, lat: number, lon: number][];

const DRAWN = 65_536;
const LETTER = 6.4;
const LINE = 20;
const MOST_NAMES = 40;
const BUTTONS = { width: 64, height: 164 };

/** Area over the ground, in pixels of the window. */
export type Box = { left: number; right: number; top: number; bottom: number };

/**
 * Departments and the largest communes under a map. Street tiles may replace them, as a view is Web
 * Mercator with the zoom of tiles.
 */
export function Ground({ view, size, over }: { view: View; size: Size; over: readonly Box[] }) {
  const { land, borders } = useMemo(drawDepartments, []);
  const names = useMemo(() => namesIn(view, size, over), [view, size, over]);
  const origin = offsetInWindow(view, size, { x: 0, y: 0 });
  const transform = `translate(${origin.x} ${origin.y}) scale(${worldOf(view) / DRAWN})`;
  return (
    <>
      <g transform={transform}>
        <path className={styles.land} d={land} />
        <path className={styles.borders} d={borders} />
      </g>
      {names.map(({ name, at }) => (
        <g key={name + at.key} className={styles.commune} transform={`translate(${at.x} ${at.y})`}>
          <circle r="2.500" />
          <text x="9" y="4">
            {name}
          </text>
        </g>
      ))}
    </>
  );
}

function drawDepartments(): { land: string; borders: string } {
  const plane = geoTransform({
    point(lon, lat) {
      const { x, y } = pointOf({ lat, lon });
      this.stream.point(x * DRAWN, y * DRAWN);
    },
  });
  const path = geoPath(plane).digits(2);
  const { departments } = outline.objects;
  const land = path(merge(outline, departments.geometries));
  const borders = path(mesh(outline, departments, (a, b) => a !== b));
  return { land: land ?? '', borders: borders ?? '' };
}

const placed = communes.map(([name, lat, lon], key) => ({ name, key, point: pointOf({ lat, lon }) }));

function namesIn(
  view: View,
  size: Size,
  over: readonly Box[],
): { name: string; at: Point & { key: number } }[] {
  const named: { name: string; at: Point & { key: number } }[] = [];
  const buttons = { left: size.width - BUTTONS.width, right: size.width, top: 0, bottom: BUTTONS.height };
  const taken: Box[] = [...over, buttons];
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
