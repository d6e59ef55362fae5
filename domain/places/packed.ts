import type { Place } from './place.ts';

/** Line of the packed file, most populous first. */
export type PackedPlace = Omit<Place, 'label'> & {
  name: string;
  /** '2A' and '974' among them. Empty for an airport. */
  department: string;
  /** Other names, such as the town that an airport serves. */
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
    // INSEE codes have five characters, IATA codes three
    kind: mainCode(code).length === 3 ? 'airport' : 'commune',
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
  return { kind, code, label: `${name} (${department || mainCode(code)})`, postcodes, lat, lon };
}

export function mainCode(code: string): string {
  return code.split('-')[0] ?? '';
}
