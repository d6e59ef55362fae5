import { useMemo } from 'react';
import { cutShapes } from './cut-shapes.ts';
import styles from './Ground.module.css';
import ground from './ground.json';
import {
  type Box,
  hasMotorways,
  type Label,
  labelStart,
  levelOf,
  narrowestScreen,
  orderLabels,
  placeLabels,
  plateWidth,
} from './labels.ts';
import { bentPathOf, DRAWN, pathOf } from './shapes.ts';
import { offsetInWindow, type Point, type Size, tenth, type View, worldOf } from './view.ts';

const RIVERS_UNTIL = 12.5;

// tuples, as written by scripts/places/ground.ts
const labels = orderLabels(ground as unknown as Parameters<typeof orderLabels>[0]);

/**
 * Coast, borders, rivers and names under a map, at three zooms. Street tiles may replace them, as a view is
 * Web Mercator with the zoom of tiles.
 */
export function Ground({ view, size, over }: { view: View; size: Size; over: readonly Box[] }) {
  const { abroad, france, borders, lakes, rivers, motorways } = useMemo(drawShapes, []);
  const placed = useMemo(() => placeLabels(labels, view, size, over), [view, size, over]);
  const origin = offsetInWindow(view, size, { x: 0, y: 0 });
  const transform = `translate(${origin.x} ${origin.y}) scale(${worldOf(view) / DRAWN})`;
  return (
    <g data-level={levelOf(view)} data-close={view.zoom > RIVERS_UNTIL} className={styles.ground}>
      <g transform={transform}>
        <path className={styles.abroad} d={abroad} />
        <path className={styles.land} d={france} />
        <path className={styles.borders} d={borders} />
        <path className={styles.lakes} d={lakes} />
        {rivers.map((path, rank) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ranks never change
          <path key={rank} className={styles.river} data-rank={rank + 1} d={path} />
        ))}
        {hasMotorways(view) ? <path className={styles.motorways} d={motorways} /> : null}
      </g>
      {placed.map((label) => (
        <PlaceLabel key={`${label.name} ${label.at.x}`} {...label} />
      ))}
    </g>
  );
}

// Ground of a map that does not move: only what its window shows.
export function StaticGround({ view, size, over }: { view: View; size: Size; over: readonly Box[] }) {
  const { areas, lines } = cutShapes(view, size);
  return (
    <g data-level={levelOf(view)} data-close={view.zoom > RIVERS_UNTIL} className={styles.ground}>
      <path className={styles.abroad} d={areas(ground.abroad)} />
      <path className={styles.land} d={areas(ground.france)} />
      <path className={styles.borders} d={lines(ground.borders)} />
      <path className={styles.lakes} d={areas(ground.lakes)} />
      {ground.rivers.map((packed, rank) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ranks never change
        <path key={rank} className={styles.river} data-rank={rank + 1} d={lines(packed)} />
      ))}
      {hasMotorways(view) ? <path className={styles.motorways} d={lines(ground.motorways.lines)} /> : null}
      {placeLabels(labels, view, size, over).map((label) => {
        const from = narrowestScreen(label, size);
        return from ? <PlaceLabel key={`${label.name} ${label.at.x}`} {...label} from={from} /> : null;
      })}
    </g>
  );
}

export function countNames(view: View, size: Size, over: readonly Box[]): number {
  return placeLabels(labels, view, size, over).filter(({ kind }) => kind !== 'motorway').length;
}

function translated({ x, y }: Point): string {
  return `translate(${tenth(x)} ${tenth(y)})`;
}

function PlaceLabel({ kind, name, at, from }: Label & { from?: string }) {
  const isNumber = kind === 'motorway';
  return (
    <g className={styles.label} data-kind={kind} data-from={from} transform={translated(at)}>
      {isNumber ? <Plate width={plateWidth(name)} /> : <Sign kind={kind} />}
      <text x={isNumber ? 0 : labelStart(kind)} y="4">
        {name}
      </text>
    </g>
  );
}

function Plate({ width }: { width: number }) {
  return (
    <rect className={styles.plate} x={tenth(-width / 2)} y="-8" width={tenth(width)} height="16" rx="4" />
  );
}

function Sign({ kind }: Pick<Label, 'kind'>) {
  if (kind === 'airport') return <path className={styles.sign} d={PLANE} />;
  if (kind === 'station') return <path className={styles.sign} fillRule="evenodd" d={TRAIN} />;
  return kind === 'quarter' ? null : <circle r={kind === 'city' ? 3.5 : 2.5} />;
}

const PLANE =
  'M0-7Q1.300-6 1.300-3.500V-1.500L7 2V3.700L1.300 2V5L3 6.500V7.500L0 6.700L-3 7.500V6.500L-1.300 5V2L-7 3.700V2L-1.300-1.500V-3.500Q-1.300-6 0-7Z';
const TRAIN =
  'M-3.500-6.500H3.500Q5-6.500 5-5V2.500Q5 4 3.500 4H-3.500Q-5 4-5 2.500V-5Q-5-6.500-3.500-6.500ZM-3.300-4.800V-1.300H3.300V-4.800ZM-3.500 4.500H-1.800L-3.300 7H-5ZM3.500 4.500H1.800L3.300 7H5Z';

function drawShapes() {
  return {
    abroad: pathOf(ground.abroad),
    france: pathOf(ground.france),
    borders: pathOf(ground.borders),
    lakes: pathOf(ground.lakes),
    rivers: ground.rivers.map(bentPathOf),
    motorways: pathOf(ground.motorways.lines),
  };
}
