import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { createPlaceSearch, type PlaceSearch } from '#domain/places/search.ts';

const CONTENT = path.resolve(import.meta.dirname, '../../../content');

let loaded: PlaceSearch | undefined;

/** Loaded once a process, in about a tenth of a second. */
export function loadPlaces(): PlaceSearch {
  loaded ??= createPlaceSearch(
    // written by scripts/places/pack.ts
    brotliDecompressSync(readFileSync(path.join(CONTENT, 'places.tsv.br'))).toString(),
    readFileSync(path.join(CONTENT, 'other-names.tsv'), 'utf8'),
  );
  return loaded;
}
