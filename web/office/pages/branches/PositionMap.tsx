import type { Place, Position } from '#domain/places/place.ts';
import { Ground } from '#web/shared/map/Ground.tsx';
import { offsetInWindow, pointOf, viewOf } from '#web/shared/map/view.ts';
import styles from './BranchForm.module.css';

type Props = { at: Position; centre: Place | null; label: string };

const SIZE = { width: 640, height: 300 };
const EDGE = { width: 80, height: 70 };
// Names of towns stand around the place.
const FARTHEST_IN = 10.5;

export function PositionMap({ at, centre, label }: Props) {
  const points = [pointOf(at), ...(centre ? [pointOf(centre)] : [])];
  const whole = viewOf(points, SIZE, EDGE);
  const view = { ...whole, zoom: Math.min(whole.zoom, FARTHEST_IN) };
  const [here, middle] = points.map((point) => offsetInWindow(view, SIZE, point));
  return (
    <svg className={styles.map} viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
      <Ground view={view} size={SIZE} over={[]} />
      {middle ? <circle className={styles.centre} cx={middle.x} cy={middle.y} r="6" /> : null}
      {here ? <circle className={styles.door} cx={here.x} cy={here.y} r="9" /> : null}
    </svg>
  );
}
