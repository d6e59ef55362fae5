import type { Position } from '#domain/places/place.ts';
import { countNames, StaticGround } from '#web/shared/map/Ground.tsx';
import { pointOf, type View, viewOf } from '#web/shared/map/view.ts';
import { type Cluster, clustersOf, coveredBy, type Pin } from '../../site/pages/landing/map/clusters.ts';
import { Leader } from '../../site/pages/landing/map/Leader.tsx';
import styles from './BranchMap.module.css';

// Branch by its number in the list beside the map.
type MapBranch = { readonly number: number; readonly name: string; readonly position: Position };

// Drawn as wide as any page, whose middle shows on a phone.
const SIZE = { width: 1200, height: 320 };
const MIDDLE = { width: 280, height: 320 };
const SIDE = (SIZE.width - MIDDLE.width) / 2;
const EDGE = { width: 40, height: 56 };
const MOST_ZOOM = 12;
const LEAST_ZOOM = 8;
const LEAST_NAMES = 4;
const PIN = { height: 26, digit: 9, edge: 18 };

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
  const view = withNames(pins, { ...whole, zoom: Math.min(whole.zoom, MOST_ZOOM) });
  // middle alone, where no window cuts a pin
  const clusters = clustersOf(pins, view, MIDDLE).map((cluster) => moved(cluster, SIDE));
  return (
    <div className={styles.map}>
      <svg
        className={styles.window}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        preserveAspectRatio="xMidYMid slice"
      >
        <title>Carte des agences, par leur numéro dans la liste</title>
        <svg {...SIZE} aria-hidden="true">
          <StaticGround view={view} size={SIZE} over={clusters.map(coveredBy)} />
        </svg>
        {clusters.map((cluster) => (
          <PinLink key={cluster.pins[0].item.number} {...cluster} />
        ))}
      </svg>
      <p className={styles.note}>
        {unplaced === 0
          ? null
          : `${unplaced === 1 ? '1 agence n’est pas située' : `${unplaced} agences ne sont pas situées`}. `}
        Tracés simplifiés, sans les rues. © IGN, OpenStreetMap, GSHHG, Trainline, GeoNames
      </p>
    </div>
  );
}

function PinLink(cluster: Cluster<MapBranch>) {
  const { pins, at, box, isAbove } = cluster;
  const [{ item }, ...others] = pins;
  const label = labelOf(item.number, others.length);
  const middle = (box.left + box.right) / 2;
  return (
    <a href={`#agence-${item.number}`} aria-label={`${label}, ${item.name}`}>
      {isAbove ? <path className={styles.stem} d={`M${at.x} ${at.y}l-7-10h14Z`} /> : <Leader {...cluster} />}
      <rect
        className={styles.pin}
        x={box.left}
        y={box.top + 2}
        width={box.right - box.left}
        height={PIN.height}
        rx={PIN.height / 2}
      />
      <text className={styles.number} x={middle} y={box.top + 20}>
        {label}
      </text>
    </a>
  );
}

function moved<T>({ pins, at, box, isAbove }: Cluster<T>, right: number): Cluster<T> {
  return {
    pins,
    isAbove,
    at: { ...at, x: at.x + right },
    box: { ...box, left: box.left + right, right: box.right + right },
  };
}

// Places known by few names are shown from further away, as long as no pin joins another, so that a phone shows where they
// are.
function withNames(pins: readonly Pin<MapBranch>[], view: View): View {
  const clusters = clustersOf(pins, view, MIDDLE);
  const isNamed = countNames(view, MIDDLE, clusters.map(coveredBy)) >= LEAST_NAMES;
  const further = { ...view, zoom: view.zoom - 0.5 };
  if (isNamed || further.zoom < LEAST_ZOOM) return view;
  return clustersOf(pins, further, MIDDLE).length < clusters.length ? view : withNames(pins, further);
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
