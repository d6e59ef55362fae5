import { pointOf } from './view.ts';

/** Width of the world in the units of a path. */
export const DRAWN = 65_536;
const STEPS = 1000;

/** Path of lines packed as steps of a thousandth of a degree, longitude and latitude in turn. */
export function pathOf(lines: readonly (readonly number[])[]): string {
  return lines.map(lineOf).join('');
}

/** The same, bent at its points as rivers are. */
export function bentPathOf(lines: readonly (readonly number[])[]): string {
  return lines.map((steps) => bentLineOf(pointsOf(steps))).join('');
}

function bentLineOf(points: readonly Drawn[]): string {
  const [first, ...others] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const bends = others.slice(0, -1).map((point, index) => {
    const next = others[index + 1] ?? point;
    return `Q${format(point)} ${format({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${format(first)}${bends.join('')}L${format(last)}`;
}

type Drawn = { x: number; y: number };

function format({ x, y }: Drawn): string {
  return `${x.toFixed(2)} ${y.toFixed(2)}`;
}

function lineOf(steps: readonly number[]): string {
  return `M${pointsOf(steps).map(format).join('L')}`;
}

export function pointsOf(steps: readonly number[]): Drawn[] {
  let [lon, lat] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, index) => {
    lon += steps[2 * index] ?? 0;
    lat += steps[2 * index + 1] ?? 0;
    const { x, y } = pointOf({ lat: lat / STEPS, lon: lon / STEPS });
    return { x: x * DRAWN, y: y * DRAWN };
  });
}
