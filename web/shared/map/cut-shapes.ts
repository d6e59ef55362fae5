import { type GeoPermissibleObjects, geoIdentity, geoPath } from 'd3-geo';
import { DRAWN, pointsOf } from './shapes.ts';
import { offsetInWindow, type Size, type View } from './view.ts';

type Lines = readonly (readonly number[])[];
type Cut = (lines: Lines) => string;

// Pixels drawn beyond the window, so that no outline shows along its edge.
const BEYOND = 4;

// Shapes of the ground in the pixels of a window, without what lies outside of it.
export function cutShapes(view: View, size: Size): { areas: Cut; lines: Cut } {
  const clip = geoIdentity().clipExtent([
    [-BEYOND, -BEYOND],
    [size.width + BEYOND, size.height + BEYOND],
  ]);
  const path = geoPath(clip).digits(1);
  const within = (packed: readonly number[]): [number, number][] =>
    pointsOf(packed).map(({ x, y }) => {
      const at = offsetInWindow(view, size, { x: x / DRAWN, y: y / DRAWN });
      return [at.x, at.y];
    });
  const draw = (shape: GeoPermissibleObjects) => path(shape) ?? '';
  return {
    // a ring each, since islands and lakes are told apart by the rule of even and odd
    areas: (lines) =>
      lines
        .map((packed) => {
          const ring = within(packed);
          return draw({ type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] });
        })
        .join(''),
    lines: (lines) => draw({ type: 'MultiLineString', coordinates: lines.map(within) }),
  };
}
