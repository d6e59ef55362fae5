import { searchForm } from '../text/search.ts';
import { type PackedPlace, packPlace, unpackPlace } from './packed.ts';
import type { Position } from './place.ts';

/**
 * Adds quarters, stations and old names, after all places. A line of `names` is a name, the code of the
 * commune or airport, and a location: 'La Défense\t92062\t48.8915\t2.2385'.
 */
export function addOtherNames(packed: string, names: string): string {
  if (names === '') return packed;
  const lines = new Map(packed.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line]));
  const added = names
    .trimEnd()
    .split('\n')
    .map((each) => {
      const [name = '', code = '', lat, lon] = each.split('\t');
      const line = lines.get(code);
      if (!line) throw new Error(`no place has the code of ${each}`);
      return packPlace(otherName(unpackPlace(line), name, { lat: Number(lat), lon: Number(lon) }));
    });
  return [packed, ...added].join('\n');
}

export function isOtherName({ code }: PackedPlace): boolean {
  return code.includes('-');
}

function otherName(place: PackedPlace, name: string, at: Position): PackedPlace {
  return {
    ...place,
    ...at,
    code: `${place.code}-${searchForm(name).replaceAll(' ', '-').toUpperCase()}`,
    name,
    words: `${place.name} ${place.words}`.trim(),
  };
}
