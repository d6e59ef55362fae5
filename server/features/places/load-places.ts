import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createPlaceSearch, type PlaceSearch } from '#domain/places/search.ts';

// scripts/places/pack.ts writes it
const FILE = path.resolve(import.meta.dirname, '../../../content/places.tsv.br');

let loaded: PlaceSearch | undefined;

/** Every commune and airport: read once a process, in about a tenth of a second. */
export function loadPlaces(): PlaceSearch {
  loaded ??= createPlaceSearch(brotliDecompressSync(readFileSync(FILE)).toString());
  return loaded;
}
