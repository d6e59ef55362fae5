import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createPlaceSearch, type PlaceSearch } from '#domain/places/search.ts';

// written by scripts/places/pack.ts
const FILE = path.resolve(import.meta.dirname, '../../../content/places.tsv.br');

let loaded: PlaceSearch | undefined;

/** Loaded once a process, in about a tenth of a second. */
export function loadPlaces(): PlaceSearch {
  loaded ??= createPlaceSearch(brotliDecompressSync(readFileSync(FILE)).toString());
  return loaded;
}
