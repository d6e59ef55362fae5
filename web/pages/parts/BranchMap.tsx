import type { Position } from '#domain/places/place.ts';
import { countNames, StaticGround, translated } from '#web/shared/map/Ground.tsx';
import type { Box } from '#web/shared/map/labels.ts';
import { pointOf, type View, viewOf } from '#web/shared/map/view.ts';
import { clustersOf, type Pin } from '../../site/pages/landing/map/clusters.ts';
import styles from './BranchMap.module.css';

// Branch by its number in the list beside the map.
type MapBranch = { readonly number: number; readonly name: string; readonly position: Position };

// Drawn as wide as any page, whose middle shows on a phone.
const SIZE = { width: 1200, height: 320 };
const MIDDLE = { width: 280, height: 320 };
const EDGE = { width: 40, height: 56 };
const MOST_ZOOM = 12;
const LEAST_ZOOM = 8;
const LEAST_NAMES = 2;
const PIN = { height: 26, above: 34, digit: 9, edge: 18 };

type Props = { branches: readonly MapBranch[]; unplaced: number };

// Map without a script. The list says the same, and each pin leads to its line there.
export function BranchMap({ branches, unplaced }: Props) {
  if (branches.length === 0) return null;
  const pins = branches.map(pinOf);
  const whole = viewOf(
    pins.map(({ point }) => point),
    MIDDLE,
    EDGE,
  );
  const view = withNames({ ...whole, zoom: Math.min(whole.zoom, MOST_ZOOM) });
  const clusters = clustersOf(pins, view, SIZE);
  const over: Box[] = clusters.map(({ at: { x, y }, pins: [{ width }] }) => ({
    left: x - width / 2,
    right: x + width / 2,
    top: y - PIN.above,
    bottom: y,
  }));
  return (
    <div className={styles.map}>
      <svg
        className={styles.window}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="xMidYMid slice"
      >
        <title>Carte des agences, par leur numéro dans la liste</title>
        <svg {...SIZE} aria-hidden="true">
          <StaticGround view={view} size={SIZE} over={over} />
        </svg>
        {clusters.map(({ at: { x, y }, pins: [{ item, width }, ...others] }) => (
          <g key={item.number} transform={translated({ x, y })}>
            <a
              href={`#agence-${item.number}`}
              aria-label={`${labelOf(item.number, others.length)}, ${item.name}`}
            >
              <path className={styles.stem} d="M-7-10 0 0 7-10" />
              <rect
                className={styles.pin}
                x={-width / 2}
                y={-PIN.above}
                width={width}
                height={PIN.height}
                rx={PIN.height / 2}
              />
              <text className={styles.number} y={-PIN.above + 18}>
                {labelOf(item.number, others.length)}
              </text>
            </a>
          </g>
        ))}
      </svg>
      <p className={styles.note}>
        {unplaced === 0
          ? null
          : `${unplaced === 1 ? '1 agence n’est pas située' : `${unplaced} agences ne sont pas situées`}. `}
        Tracés simplifiés, sans les routes. © IGN, OpenStreetMap, GSHHG, Trainline, GeoNames
      </p>
    </div>
  );
}

// Places known by few names are shown from further away, so that a phone shows where they are.
function withNames(view: View): View {
  const isNamed = view.zoom <= LEAST_ZOOM || countNames(view, MIDDLE) >= LEAST_NAMES;
  return isNamed ? view : withNames({ ...view, zoom: view.zoom - 0.5 });
}

// '3', or '3 +2' for three together.
function labelOf(number: number, others: number): string {
  return others === 0 ? String(number) : `${number} +${others}`;
}

function pinOf(item: MapBranch): Pin<MapBranch> {
  // room for the number of others
  const digits = String(item.number).length + 2;
  return { item, point: pointOf(item.position), width: digits * PIN.digit + PIN.edge };
}
