import { useMemo } from 'react';
import styles from './Ground.module.css';
import { type Box, drawWindow, drawWorld, type GroundName, namesIn } from './outlines.ts';
import { offsetInWindow, type Point, type Size, type View, worldOf } from './view.ts';

const DRAWN = 65_536;
const BUTTONS = { width: 64, height: 164 };

type Props = { view: View; size: Size; over: readonly Box[] };

/**
 * Departments and the largest communes under a map. Street tiles may replace them, as a view is Web
 * Mercator with the zoom of tiles.
 */
export function Ground({ view, size, over }: Props) {
  const { land, borders } = useMemo(() => drawWorld(DRAWN), []);
  const names = useMemo(() => {
    const buttons = { left: size.width - BUTTONS.width, right: size.width, top: 0, bottom: BUTTONS.height };
    return namesIn(view, size, [...over, buttons]);
  }, [view, size, over]);
  const origin = offsetInWindow(view, size, { x: 0, y: 0 });
  const transform = `translate(${origin.x} ${origin.y}) scale(${worldOf(view) / DRAWN})`;
  return (
    <>
      <g transform={transform}>
        <path className={styles.land} d={land} />
        <path className={styles.borders} d={borders} />
      </g>
      <Names names={names} />
    </>
  );
}

// Ground of a map that does not move: only what its window shows.
export function StaticGround({ view, size, over }: Props) {
  const { land, borders } = drawWindow(view, size);
  return (
    <>
      <path className={styles.land} d={land} />
      <path className={styles.borders} d={borders} />
      <Names names={namesIn(view, size, over)} />
    </>
  );
}

// To a tenth of a pixel.
export function translated({ x, y }: Point): string {
  return `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
}

function Names({ names }: { names: readonly GroundName[] }) {
  return names.map(({ name, at }) => (
    <g key={name + at.key} className={styles.commune} transform={translated(at)}>
      <circle r="2.500" />
      <text x="9" y="4">
        {name}
      </text>
    </g>
  ));
}
