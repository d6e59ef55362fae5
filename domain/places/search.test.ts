import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addOtherNames } from './other-names.ts';
import { type PackedPlace, packPlace, placeOf, unpackPlace } from './packed.ts';
import { createPlaceSearch, rankOfPlace, spellingsOf } from './search.ts';

const commune = (code: string, name: string, postcodes: string): PackedPlace => ({
  kind: 'commune',
  code,
  name,
  postcodes: postcodes.split(' '),
  lat: Number(code.slice(0, 2)) / 2,
  lon: Number(code.slice(2)) / 200,
  department: code.slice(0, 2),
  words: '',
});
const airport = (code: string, name: string, words: string): PackedPlace => ({
  ...commune('00000', name, ''),
  kind: 'airport',
  code,
  postcodes: [],
  department: '',
  words,
});
// the most looked for first, as the packed file has them
const packed = [
  commune('75056', 'Paris', '75001 75015'),
  airport('LYS', 'Lyon-Saint-Exupéry', 'Lyon aéroport'),
  commune('67482', 'Strasbourg', '67000 67100'),
  commune('75115', 'Paris 15e arrondissement', '75015'),
  commune('93066', 'Saint-Denis', '93200 93210'),
  commune('11339', 'Saint-Denis', '11310'),
  commune('69202', 'Sainte-Foy-lès-Lyon', '69110'),
  airport('AUR', 'Aurillac', 'Aurillac aéroport'),
  commune('15014', 'Aurillac', '15000'),
  commune('80829', 'Yzeux', '80310'),
  commune('80828', 'Y', '80190'),
  commune('94038', 'L’Haÿ-les-Roses', '94240'),
  commune('52331', 'Œuilly', '52000'),
  commune('64360', 'Lys', '64260'),
  airport('CDG', 'Paris-Charles-de-Gaulle', 'Paris Roissy CDG1 aéroport'),
  airport('ORY', 'Paris-Orly', 'Paris aéroport'),
  commune('94054', 'Orly', '94310'),
  commune('95527', 'Roissy-en-France', '95700'),
  commune('77345', 'Orly-sur-Morin', '77750'),
];
const otherNames = [
  'Gare de Lyon\t75115\t48.8443\t2.3744',
  'Roissy Terminal 2\tCDG\t49.004\t2.571',
  'Lys-le-Vieux\t64360\t32.01\t1.8',
];
const lines = packed.map(packPlace).join('\n');
const search = createPlaceSearch(lines, otherNames.join('\n'));
const all = addOtherNames(lines, otherNames.join('\n')).split('\n').map(unpackPlace);
const found = (typed: string) => search.find(typed).map(({ label }) => label);

test.each([
  ['saint den', ['Saint-Denis (93)', 'Saint-Denis (11)']],
  ['SAINT-DENIS', ['Saint-Denis (93)', 'Saint-Denis (11)']],
  ['st denis', ['Saint-Denis (93)', 'Saint-Denis (11)']],
  ['St-Denis 93', ['Saint-Denis (93)']],
  ['denis 11', ['Saint-Denis (11)']],
  ['ste foy les lyon', ['Sainte-Foy-lès-Lyon (69)']],
  // whoever types 'st' may mean both
  [
    'st',
    [
      'Strasbourg (67)',
      'Saint-Denis (93)',
      'Saint-Denis (11)',
      'Sainte-Foy-lès-Lyon (69)',
      'Lyon-Saint-Exupéry (LYS)',
    ],
  ],
  ["l'hay", ['L’Haÿ-les-Roses (94)']],
  ['hay les roses', ['L’Haÿ-les-Roses (94)']],
  ['oeuilly', ['Œuilly (52)']],
  // a whole name, then a start by inhabitants, then a word
  ['y', ['Y (80)', 'Yzeux (80)']],
  // a postcode begins no name: of both, the one with more inhabitants
  ['y 80', ['Yzeux (80)', 'Y (80)']],
  ['lyon', ['Lyon-Saint-Exupéry (LYS)', 'Sainte-Foy-lès-Lyon (69)', 'Gare de Lyon (75)']],
  ['aurillac', ['Aurillac (15)', 'Aurillac (AUR)']],
  // codes: the one they name comes first
  ['lys', ['Lyon-Saint-Exupéry (LYS)', 'Lys (64)', 'Lys-le-Vieux (64)']],
  ['75015', ['Paris 15e arrondissement (75)', 'Paris (75)']],
  ['paris 15', ['Paris 15e arrondissement (75)', 'Gare de Lyon (75)']],
  ['932', ['Saint-Denis (93)']],
  [
    'aeroport',
    [
      'Lyon-Saint-Exupéry (LYS)',
      'Aurillac (AUR)',
      'Paris-Charles-de-Gaulle (CDG)',
      'Paris-Orly (ORY)',
      'Roissy Terminal 2 (CDG)',
    ],
  ],
  // an airport is called by the end of its name, and by its other words
  ['orly', ['Orly (94)', 'Paris-Orly (ORY)', 'Orly-sur-Morin (77)']],
  ['roissy', ['Paris-Charles-de-Gaulle (CDG)', 'Roissy-en-France (95)', 'Roissy Terminal 2 (CDG)']],
  ['gaul', ['Paris-Charles-de-Gaulle (CDG)', 'Roissy Terminal 2 (CDG)']],
  ['roissy terminal', ['Roissy Terminal 2 (CDG)']],
  ['gare de lyon', ['Gare de Lyon (75)']],
  // the middle of a word, where nothing begins so
  ['rasbour', ['Strasbourg (67)']],
  ['rasbour zz', []],
  ['', []],
  [' - ', []],
])('%j finds %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('an index lookup finds exactly the matching places, in rank order', () => {
  const text = fc.constantFrom(
    ...all.flatMap(({ name, postcodes, code, words }) => [name, ...postcodes, code, words]),
  );
  const typed = fc
    .array(fc.tuple(text, fc.nat(12), fc.nat(3)), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.map(([word, to, from]) => word.slice(from, from + to)).join(' '));
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), (query) => {
      const plain = all
        .map((place) => {
          const ranks = spellingsOf(query).map((wanted) => rankOfPlace(place, wanted) ?? Number.NaN);
          return { place, rank: Math.min(...ranks.filter((rank) => !Number.isNaN(rank))) };
        })
        .filter(({ rank }) => Number.isFinite(rank))
        .sort((one, other) => one.rank - other.rank);
      const best = plain[0]?.rank ?? 0;
      const expected = best < 3 ? plain.filter(({ rank }) => rank < 3) : plain;
      expect(search.find(query)).toEqual(expected.slice(0, 10).map(({ place }) => placeOf(place)));
    }),
    { numRuns: 500 },
  );
});

test('a quarter, a station or an old name has its place’s kind, a code and a location of its own', () => {
  const [station] = search.find('gare de lyon');
  expect(station).toEqual({
    kind: 'commune',
    code: '75115-GARE-DE-LYON',
    label: 'Gare de Lyon (75)',
    postcodes: ['75015'],
    lat: 48.8443,
    lon: 2.3744,
  });
  expect(search.byCode('75115-gare-de-lyon')).toEqual(station);
  expect(search.byCode('75115')?.label).toBe('Paris 15e arrondissement (75)');
  expect(search.byCode('CDG-ROISSY-TERMINAL-2')?.kind).toBe('airport');
  expect(search.nearestCommune({ lat: 32.01, lon: 1.8 })?.code).toBe('64360');
});

test('a code finds its one place', () => {
  expect(search.byCode('93066')).toMatchObject({ label: 'Saint-Denis (93)', postcodes: ['93200', '93210'] });
  expect(search.byCode('lys')).toMatchObject({ kind: 'airport', label: 'Lyon-Saint-Exupéry (LYS)' });
  expect(search.byCode('99999')).toBeNull();
});

test('the nearest commune has the least distance, and distant positions have none', () => {
  const { lat, lon } = search.byCode('69202') ?? { lat: 0, lon: 0 };
  expect(search.nearestCommune({ lat: lat + 0.2, lon: lon - 0.1 })?.code).toBe('69202');
  expect(search.nearestCommune({ lat: -45, lon: 100 })).toBeNull();
});
