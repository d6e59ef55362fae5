import { DRAWN, pointsOf } from './shapes.ts';
import { offsetInWindow, type Point, type Size, tenth, type View } from './view.ts';

type Lines = readonly (readonly number[])[];

// Pixels drawn beyond the window, so that no outline shows along its edge.
const BEYOND = 4;
const NEAR = 3;

type Edge = { readonly axis: 'x' | 'y'; readonly at: number; readonly sign: 1 | -1 };

// Shapes of the ground in the pixels of a window, without what lies outside of it.
export function cutShapes(view: View, size: Size) {
  const edges: readonly Edge[] = [
    { axis: 'x', at: -BEYOND, sign: 1 },
    { axis: 'x', at: size.width + BEYOND, sign: -1 },
    { axis: 'y', at: -BEYOND, sign: 1 },
    { axis: 'y', at: size.height + BEYOND, sign: -1 },
  ];
  // empty: all of it is beyond one edge
  const within = (packed: readonly number[]): Point[] => {
    const { points, corners } = decode(packed);
    const at = (point: Point) => offsetInWindow(view, size, point);
    const isSeen = edges.every((edge) => corners.some((corner) => isInside(at(corner), edge)));
    return isSeen ? points.map(at) : [];
  };
  return {
    areas: (rings: Lines): string =>
      rings
        .map((packed) => {
          const ring = edges.reduce(cutBy, within(packed));
          return ring.length === 0 ? '' : `${format(ring)}Z`;
        })
        .join(''),
    lines: (lines: Lines): string =>
      lines.flatMap((packed) => runsIn(within(packed), edges).map(format)).join(''),
  };
}

type Decoded = { readonly points: readonly Point[]; readonly corners: readonly Point[] };

// shapes are immutable, and decoded once
const decoded = new WeakMap<readonly number[], Decoded>();

function decode(packed: readonly number[]): Decoded {
  const known = decoded.get(packed);
  if (known) return known;
  const points = pointsOf(packed).map(({ x, y }) => ({ x: x / DRAWN, y: y / DRAWN }));
  const low = { x: Infinity, y: Infinity };
  const high = { x: -Infinity, y: -Infinity };
  for (const { x, y } of points) {
    low.x = Math.min(low.x, x);
    low.y = Math.min(low.y, y);
    high.x = Math.max(high.x, x);
    high.y = Math.max(high.y, y);
  }
  const made = { points, corners: [low, high] };
  decoded.set(packed, made);
  return made;
}

function isInside(point: Point, { axis, at, sign }: Edge): boolean {
  return (point[axis] - at) * sign >= 0;
}

// Ring on the inner side of an edge (Sutherland and Hodgman).
function cutBy(ring: readonly Point[], edge: Edge): Point[] {
  return ring.flatMap((point, i) => {
    const before = ring.at(i - 1) ?? point;
    const isIn = isInside(point, edge);
    if (isIn === isInside(before, edge)) return isIn ? [point] : [];
    const share = (edge.at - before[edge.axis]) / (point[edge.axis] - before[edge.axis]);
    const crossing = {
      x: before.x + (point.x - before.x) * share,
      y: before.y + (point.y - before.y) * share,
    };
    return isIn ? [crossing, point] : [crossing];
  });
}

// Parts of a line whose segments are not whole beyond one edge.
function runsIn(line: readonly Point[], edges: readonly Edge[]): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const [i, point] of line.entries()) {
    const before = line[i - 1];
    const isSeen = before && edges.every((edge) => isInside(point, edge) || isInside(before, edge));
    if (isSeen) {
      if (run.length === 0) {
        run = [before];
        runs.push(run);
      }
      run.push(point);
    } else run = [];
  }
  return runs;
}

// Path of points at least NEAR pixels apart, each by its way from the one before, in tenths of a pixel.
function format(points: readonly Point[]): string {
  const [first, ...others] = points;
  if (!first) return '';
  let [x, y] = [tenth(first.x), tenth(first.y)];
  let path = `M${x} ${y}`;
  for (const [i, point] of others.entries()) {
    const way = { x: tenth(point.x - x), y: tenth(point.y - y) };
    const isLast = i === others.length - 1;
    if (!isLast && Math.hypot(way.x, way.y) < NEAR) continue;
    path += `l${way.x}${way.y < 0 ? '' : ' '}${way.y}`;
    [x, y] = [tenth(x + way.x), tenth(y + way.y)];
  }
  return path;
}
