import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Position } from '#domain/places/place.ts';
import { Ground } from '#web/shared/map/Ground.tsx';
import { controlsIn } from '#web/shared/map/labels.ts';
import {
  MAX_ZOOM,
  offsetInWindow,
  type Point,
  pixelsOf,
  pointOf,
  type Size,
  type View,
  viewOf,
  worldOf,
  zoomed,
} from '#web/shared/map/view.ts';
import { type Cluster, clusterLabel, clustersOf, coveredBy, type Pin } from './clusters.ts';
import { Leader } from './Leader.tsx';
import styles from './OfferMap.module.css';
import { useGestures } from './use-gestures.ts';

export type MapOffer = {
  name: string;
  /** as numbered in the list, from 1 */
  rank: number;
  amount: string;
  label: string;
  at: Position;
  isBest: boolean;
};

type Props = {
  offers: readonly MapOffer[];
  unplaced: number;
  centre: Position;
  radiusMetres: number;
  marked: string | null;
  onMark: (name: string | null) => void;
  onChoose: (name: string) => void;
};

const EDGE = { width: 64, height: 56 };
const HERE = 10;
const DIGIT = 9.5;
const SPACE = 5;
const PIN_EDGES = 44;

export function OfferMap({ offers, unplaced, centre, radiusMetres, marked, onMark, onChoose }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const size = useSize(element);
  const pins = useMemo(() => [...offers].sort(bestFirst).map(pinOf), [offers]);
  const middle = useMemo(() => pointOf(centre), [centre]);

  const whole = useMemo(
    () => viewOf([middle, ...pins.map(({ point }) => point)], size, EDGE),
    [middle, pins, size],
  );
  const [moved, setMoved] = useState<View | null>(null);
  const [opened, setOpened] = useState<readonly MapOffer[] | null>(null);
  // key of the view, which another place resets and another filter does not
  const viewKey = `${centre.lat} ${centre.lon} ${radiusMetres}`;
  const [shownFor, setShownFor] = useState(viewKey);
  if (shownFor !== viewKey) {
    setShownFor(viewKey);
    setMoved(null);
    setOpened(null);
  }
  const view = moved ?? whole;
  const change = (next: (view: View) => View) => setMoved((before) => next(before ?? whole));
  const { listeners, wasDragged } = useGestures(element, size, change);

  const here = offsetInWindow(view, size, middle);
  const clusters = useMemo(() => {
    const { x, y } = offsetInWindow(view, size, middle);
    const centred = { left: x - HERE, right: x + HERE, top: y - HERE, bottom: y + HERE };
    return clustersOf(pins, view, size, [controlsIn(size), centred]);
  }, [pins, view, size, middle]);
  const over = useMemo(() => [...clusters.map(coveredBy), controlsIn(size)], [clusters, size]);
  const outside = pins.length - clusters.reduce((sum, cluster) => sum + cluster.pins.length, 0);

  function press({ pins: together }: Cluster<MapOffer>) {
    const [first] = together;
    const next = viewOf(
      together.map(({ point }) => point),
      size,
      EDGE,
      MAX_ZOOM,
    );
    if (together.length === 1) onChoose(first.item.name);
    else if (next.zoom > view.zoom + 0.1 && !isOnePlace(together)) setMoved(next);
    // offers at one point, which no zoom tells apart
    else setOpened(together.map(({ item }) => item).sort((a, b) => a.rank - b.rank));
  }

  return (
    <section className={styles.map} aria-label="Carte des offres">
      <div
        ref={element}
        className={styles.window}
        role="application"
        aria-label={HOW_TO}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        {...listeners}
      >
        <svg className={styles.ground} width={size.width} height={size.height} aria-hidden="true">
          <Ground view={view} size={size} over={over} />
          <Radius view={view} size={size} at={middle} metres={radiusMetres} />
          {clusters.map((cluster) =>
            cluster.isAbove ? null : <Leader key={cluster.pins[0].item.name} {...cluster} />,
          )}
          <circle className={styles.here} cx={here.x} cy={here.y} r="7" />
        </svg>
        {clusters.map((cluster) => (
          <PinButton
            key={cluster.pins[0].item.name}
            cluster={cluster}
            isMarked={cluster.pins.some(({ item }) => item.name === marked)}
            onMark={onMark}
            onPress={(isByPointer) => {
              if (!isByPointer || !wasDragged()) press(cluster);
            }}
          />
        ))}
      </div>
      {opened ? (
        <OpenedCluster offers={opened} onChoose={onChoose} onMark={onMark} onClose={() => setOpened(null)} />
      ) : null}
      <div className={styles.controls}>
        <button type="button" aria-label="Agrandir la carte" onClick={() => change((now) => zoomed(now, 1))}>
          <SignIcon path="M4 9h10M9 4v10" />
        </button>
        <button type="button" aria-label="Réduire la carte" onClick={() => change((now) => zoomed(now, -1))}>
          <SignIcon path="M4 9h10" />
        </button>
        <button type="button" aria-label="Voir toutes les offres sur la carte" onClick={() => setMoved(null)}>
          <SignIcon path="M3 7V3h4M11 3h4v4M15 11v4h-4M7 15H3v-4" />
        </button>
      </div>
      <p className={styles.note}>
        <span>
          {outside > 0 ? `${outside === 1 ? '1 offre est' : `${outside} offres sont`} hors du cadre. ` : ''}
        </span>
        <span>
          {unplaced > 0
            ? `${unplaced === 1 ? '1 guichet n’est pas situé' : `${unplaced} guichets ne sont pas situés`}. `
            : ''}
        </span>
        <span>Tracés simplifiés, sans les rues. © IGN, OpenStreetMap, GSHHG, Trainline, GeoNames</span>
      </p>
    </section>
  );
}

const HOW_TO =
  'Carte\u00a0: les flèches la déplacent, plus et moins l’agrandissent et la réduisent\u00a0; chaque point mène à son offre';

type PinProps = {
  cluster: Cluster<MapOffer>;
  isMarked: boolean;
  onMark: (name: string | null) => void;
  onPress: (isByPointer: boolean) => void;
};

function PinButton({ cluster: { pins, box, isAbove }, isMarked, onMark, onPress }: PinProps) {
  const [{ item: first }, ...others] = pins;
  const offers = pins.map(({ item }) => item);
  return (
    <button
      type="button"
      className={styles.pin}
      style={{ left: (box.left + box.right) / 2, top: box.top }}
      data-above={isAbove}
      data-best={offers.some(({ isBest }) => isBest)}
      data-marked={isMarked}
      aria-label={
        others.length > 0
          ? `${clusterLabel(offers.length)}\u00a0: ${offers.map(({ name }) => name).join(', ')}`
          : `${first.rank} ${first.label}`
      }
      onPointerEnter={() => onMark(first.name)}
      onPointerLeave={() => onMark(null)}
      onFocus={() => onMark(first.name)}
      onBlur={() => onMark(null)}
      // click by key, with a count of 0
      onClick={({ detail }) => onPress(detail > 0)}
    >
      {others.length > 0 ? (
        clusterLabel(offers.length)
      ) : (
        <>
          <span className={styles.rank}>{first.rank}</span> <span translate="no">{first.amount}</span>
        </>
      )}
    </button>
  );
}

type OpenedProps = {
  offers: readonly MapOffer[];
  onChoose: (name: string) => void;
  onMark: (name: string | null) => void;
  onClose: () => void;
};

function OpenedCluster({ offers, onChoose, onMark, onClose }: OpenedProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <section
      className={styles.opened}
      aria-label={`${clusterLabel(offers.length)} au même endroit`}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <div className={styles.openedHead}>
        <p>{`${clusterLabel(offers.length)} au même endroit`}</p>
        <button type="button" className={styles.close} onClick={onClose}>
          Fermer
        </button>
      </div>
      <ul>
        {offers.map(({ name, rank, amount }, index) => (
          <li key={name}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className={styles.choice}
              onFocus={() => onMark(name)}
              onPointerEnter={() => onMark(name)}
              onClick={() => {
                onClose();
                onChoose(name);
              }}
            >
              <span className={styles.rank}>{rank}</span> {name} <b translate="no">{amount}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Radius({ view, size, at, metres }: { view: View; size: Size; at: Point; metres: number }) {
  const { x, y } = offsetInWindow(view, size, at);
  return <circle className={styles.radius} cx={x} cy={y} r={pixelsOf({ ...view, y: at.y }, metres)} />;
}

function SignIcon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

function isOnePlace([{ point }, ...others]: Cluster<MapOffer>['pins']): boolean {
  const closest = worldOf({ ...point, zoom: MAX_ZOOM });
  return others.every(
    (other) => Math.hypot(other.point.x - point.x, other.point.y - point.y) * closest < HERE,
  );
}

function bestFirst(one: MapOffer, other: MapOffer): number {
  return Number(other.isBest) - Number(one.isBest) || one.rank - other.rank;
}

function pinOf(item: MapOffer): Pin<MapOffer> {
  const spaces = item.amount.replace(/[^\s,]/g, '').length;
  const width = (item.amount.length - spaces) * DIGIT + spaces * SPACE + PIN_EDGES;
  return { item, point: pointOf(item.at), width };
}

function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 400, height: 400 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
