import { searchForm } from '../text/search.ts';
import { type PackedPlace, packPlace, unpackPlace } from './packed.ts';

/**
 * Adds quarters, stations and old names, after all places. A line of `names` is a name, the code of the
 * commune or airport, a location, and other words it is called by: 'La Défense\t92062\t48.8915\t2.2385\tParis'.
 */
export function addOtherNames(packed: string, names: string): string {
  if (names === '') return packed;
  const lines = new Map(packed.split('\n').map((line) => [line.slice(0, line.indexOf('\t')), line]));
  const added = names
    .trimEnd()
    .split('\n')
    .map((each) => {
      const [name = '', code = '', lat, lon, words = ''] = each.split('\t');
      const line = lines.get(code);
      if (!line) throw new Error(`no place has the code of ${each}`);
      return packPlace(otherName(unpackPlace(line), { name, words, lat: Number(lat), lon: Number(lon) }));
    });
  return [packed, ...added].join('\n');
}

export function isOtherName({ code }: PackedPlace): boolean {
  return code.includes('-');
}

function otherName(
  place: PackedPlace,
  own: Pick<PackedPlace, 'name' | 'words' | 'lat' | 'lon'>,
): PackedPlace {
  return {
    ...place,
    ...own,
    code: `${place.code}-${searchForm(own.name).replaceAll(' ', '-').toUpperCase()}`,
    words: [place.name, place.words, own.words].filter(Boolean).join(' '),
  };
}
