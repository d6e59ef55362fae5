// Writes the ground of the maps again, by hand, when outlines or communes have changed:
//   node scripts/places/ground.ts departements.topo.json
// `departements.topo.json`: decision 041 says where from. The communes are those of content/places.tsv.br.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { metresBetween } from '../../domain/places/distance.ts';
import { type PackedPlace, unpackPlace } from '../../domain/places/packed.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'web/shared/map/ground.json');
/** The largest, and where there is none of them the largest that is this far from any other. */
const LARGEST = 1200;
const ALONE_M = 11_000;

const [outlines = ''] = process.argv.slice(2);
if (!outlines) throw new Error('which departements.topo.json?');
// the file is known: this script is run by hand, and what it writes is looked at
const { arcs, transform, objects } = JSON.parse(readFileSync(outlines, 'utf8')) as {
  arcs: unknown;
  transform: unknown;
  objects: { 'dep-om': { geometries: { type: string; arcs: unknown }[] } };
};
const { geometries } = objects['dep-om'];
const departments = {
  type: 'GeometryCollection',
  geometries: geometries.map(({ type, arcs: borders }) => ({ type, arcs: borders })),
};
const outline = { type: 'Topology', transform, objects: { departments }, arcs };
const communes = shown(
  brotliDecompressSync(readFileSync(join(ROOT, 'content/places.tsv.br')))
    .toString()
    .split('\n')
    .map(unpackPlace)
    .filter(({ kind }) => kind === 'commune'),
).map(({ name, lat, lon }) => [name.replace(' arrondissement', ''), round(lat), round(lon)]);
writeFileSync(FILE, `${JSON.stringify({ outline, communes })}\n`);
console.log(`${communes.length} communes`);

/** They come by inhabitants. */
function shown(places: readonly PackedPlace[]): PackedPlace[] {
  const kept: PackedPlace[] = [];
  for (const place of places) {
    const isLarge = kept.length < LARGEST;
    if (isLarge || kept.every((other) => metresBetween(place, other) > ALONE_M)) kept.push(place);
  }
  return kept;
}

/** To some 100 m. */
function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}
