import { DRAWN, pointsOf } from './shapes.ts';
import { offsetInWindow, type Point, pointOf, type Size, type View } from './view.ts';

export type Level = 'country' | 'region' | 'town';
export type LabelKind = 'town' | 'city' | 'quarter' | 'airport' | 'station' | 'motorway';
export type Label = { readonly kind: LabelKind; readonly name: string; readonly at: Point };
/** Area over the ground, in pixels of the window. */
export type Box = { left: number; right: number; top: number; bottom: number };

type Row = readonly [name: string, lat: number, lon: number];
type Places = {
  readonly towns: readonly Row[];
  readonly quarters: readonly Row[];
  readonly airports: readonly (readonly [code: string, ...Row])[];
  readonly stations: readonly Row[];
  readonly motorways: { readonly numbers: readonly string[]; readonly lines: readonly (readonly number[])[] };
};
type Named = { readonly kind: LabelKind; readonly name: string; readonly point: Point };
type Named3 = Readonly<Record<Level, readonly Named[]>>;

const REGION_ZOOM = 7.5;
const TOWN_ZOOM = 10.5;
const CITIES = 30;
const LARGE_AIRPORTS = 12;
const LARGE_TOWNS = 100;
const TOWNS_FIRST = 400;
const ARRONDISSEMENT = / \d+er?$/;
const LETTER = 6.6;
const LINE = 20;
const DOT = 9;
const SIGN = 16;
const MOST_NAMES = 40;
const NUMBERS_APART = 150;
// closer, their bend between two towns would show
const MOTORWAYS_UNTIL = 11;
const BUTTONS = { width: 64, height: 164 };

export function levelOf({ zoom }: View): Level {
  if (zoom < REGION_ZOOM) return 'country';
  return zoom < TOWN_ZOOM ? 'region' : 'town';
}

export function hasMotorways({ zoom }: View): boolean {
  return zoom <= MOTORWAYS_UNTIL;
}

/** Names by level, in the order in which they take their room. */
export function orderLabels({ towns, quarters, airports, stations, motorways }: Places): Named3 {
  const named = (kind: LabelKind) => {
    return ([name, lat, lon]: Row): Named => ({ kind, name, point: pointOf({ lat, lon }) });
  };
  const whole = towns.filter(([name]) => !ARRONDISSEMENT.test(name));
  const cities = whole.slice(0, CITIES).map(named('city'));
  const others = whole.slice(CITIES).map(named('town'));
  const codes = airports.map(([code, , lat, lon]) => named('airport')([code, lat, lon]));
  const names = airports.map(([code, name, lat, lon]) => named('airport')([`${name} (${code})`, lat, lon]));
  const halts = stations.map(named('station'));
  const numbers = motorways.lines.flatMap((line, index) =>
    pointsOf(line).map(({ x, y }): Named => {
      return {
        kind: 'motorway',
        name: motorways.numbers[index] ?? '',
        point: { x: x / DRAWN, y: y / DRAWN },
      };
    }),
  );
  return {
    country: [...cities, ...codes.slice(0, LARGE_AIRPORTS), ...others],
    region: [
      ...cities,
      ...codes,
      ...others.slice(0, LARGE_TOWNS),
      ...numbers,
      ...others.slice(LARGE_TOWNS, TOWNS_FIRST),
      ...halts,
      ...others.slice(TOWNS_FIRST),
    ],
    town: [
      ...cities,
      ...names,
      ...numbers,
      ...halts,
      ...quarters.map(named('quarter')),
      ...others,
      ...towns.filter(([name]) => ARRONDISSEMENT.test(name)).map(named('quarter')),
    ],
  };
}

/** Names that stand whole in the window, apart from each other and from what lies over the ground. */
export function placeLabels(all: Named3, view: View, size: Size, over: readonly Box[]): Label[] {
  const placed: Label[] = [];
  const taken: Box[] = [...over];
  for (const { kind, name, point } of all[levelOf(view)]) {
    const at = offsetInWindow(view, size, point);
    const box = boxOf(kind, name, at);
    const isWhole = box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height;
    if (!isWhole || taken.some((other) => meets(box, other))) continue;
    if (kind === 'motorway' && (!hasMotorways(view) || isRepeated(placed, name, at))) continue;
    taken.push(box);
    placed.push({ kind, name, at });
    if (placed.length === MOST_NAMES) break;
  }
  return placed;
}

function isRepeated(placed: readonly Label[], name: string, { x, y }: Point): boolean {
  return placed.some(
    (other) => other.name === name && Math.hypot(other.at.x - x, other.at.y - y) < NUMBERS_APART,
  );
}

// Room of the buttons over a map.
export function controlsIn({ width }: Size): Box {
  return { left: width - BUTTONS.width, right: width, top: 0, bottom: BUTTONS.height };
}

// Screens whose part of a wide picture, cut at both sides, is narrower: that many pixels from the middle.
const CUT_AT = [
  ['phone', 140],
  ['tablet', 280],
  ['desktop', 440],
  ['wide', 556],
] as const;

/** Narrowest screen that shows the whole name where it sees the middle of the picture alone. */
export function narrowestScreen({ kind, name, at }: Label, { width }: Size) {
  const { left, right } = boxOf(kind, name, at);
  const reach = Math.max(width / 2 - left, right - width / 2);
  return CUT_AT.find(([, half]) => reach <= half)?.[0] ?? null;
}

/** Distance of the name from its point. */
export function labelStart(kind: LabelKind): number {
  return kind === 'airport' || kind === 'station' ? SIGN - 4 : DOT;
}

// Width of the plate that bears a motorway's number.
export function plateWidth(number: string): number {
  return number.length * LETTER + 9;
}

function boxOf(kind: LabelKind, name: string, { x, y }: Point): Box {
  if (kind === 'motorway') {
    const half = plateWidth(name) / 2;
    return { left: x - half, right: x + half, top: y - LINE / 2, bottom: y + LINE / 2 };
  }
  const sign = labelStart(kind);
  return {
    left: x - sign,
    right: x + sign + 7 + (name.length + (name.match(/[mw]/gi)?.length ?? 0) / 2) * LETTER,
    top: y - LINE / 2,
    bottom: y + LINE / 2,
  };
}

function meets(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
