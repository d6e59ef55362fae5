import type { Place } from './place.ts';

/** A place as the packed file has it, one a line, the most looked for first. */
export type PackedPlace = Omit<Place, 'label'> & {
  name: string;
  /** of a commune, '2A' and '974' among them; empty for an airport */
  department: string;
  /** what it is found by beside its name, postcodes and code: the town that an airport serves */
  words: string;
};

const SEPARATOR = '\t';

export function packPlace(place: PackedPlace): string {
  const { code, name, postcodes, lat, lon, department, words } = place;
  return [code, name, postcodes.join(' '), lat, lon, department, words].join(SEPARATOR);
}

export function unpackPlace(line: string): PackedPlace {
  const [code = '', name = '', postcodes = '', lat, lon, department = '', words = ''] = line.split(SEPARATOR);
  return {
    // INSEE's codes have five characters, IATA's three
    kind: code.length === 3 ? 'airport' : 'commune',
    code,
    name,
    postcodes: postcodes === '' ? [] : postcodes.split(' '),
    lat: Number(lat),
    lon: Number(lon),
    department,
    words,
  };
}

export function placeOf({ kind, code, name, postcodes, lat, lon, department }: PackedPlace): Place {
  return { kind, code, label: `${name} (${department || code})`, postcodes, lat, lon };
}
