import { expect, test } from 'vitest';
import type { Place } from '../places/place.ts';
import { EMPTY_BRANCH } from './branch-draft.ts';
import { checkLocation, placeQuery } from './check-location.ts';

const commune = (code: string, label: string, postcodes: string[], lat: number, lon: number): Place => {
  return { kind: 'commune', code, label, postcodes, lat, lon };
};
const LYON = commune('69383', 'Lyon 3e arrondissement (69)', ['69003'], 45.7533, 4.8692);
const ARLES = commune('13004', 'Arles (13)', ['13104', '13123', '13129', '13200', '13280'], 43.6768, 4.6303);
const MARIPASOULA = commune('97353', 'Maripasoula (973)', ['97370'], 2.9674, -53.7583);
const ROISSY = commune('95527', 'Roissy-en-France (95)', ['95700'], 49.0045, 2.5125);
const LYS: Place = { ...commune('LYS', 'Lyon-Saint-Exupéry (LYS)', [], 45.7256, 5.0811), kind: 'airport' };

const said = (parts: object) => ({ ...EMPTY_BRANCH, ...parts });

test.each([
  ['nothing of it', {}, null],
  ['a code', { commune: '2a004', postcode: '20000' }, { code: '2A004' }],
  ['a postcode alone', { postcode: ' 69003 ' }, { q: '69003' }],
  ['a country abroad', { country: 'ch', commune: '69383', postcode: '69003' }, null],
  ['where no commune is listed', { commune: '98735', postcode: '98713' }, null],
  ['the same by its postcode', { postcode: '97500' }, null],
])('query of a branch with %s', (_what, parts, asked) => {
  expect(placeQuery(said(parts))).toEqual(asked);
});

test.each<[string, object, Place[], string | undefined]>([
  ['a door in its commune', { commune: '69383', lat: '45,7606', lon: '4,8593' }, [LYON], undefined],
  ['no position', { commune: '69383' }, [LYON], undefined],
  [
    'no such commune',
    { commune: '69999' },
    [],
    'Aucune commune n’a le code INSEE 69999\u00a0: corrigez-le, ou laissez-le vide.',
  ],
  [
    'the code of an airport',
    { commune: 'LYS' },
    [LYS],
    'Aucune commune n’a le code INSEE LYS\u00a0: corrigez-le, ou laissez-le vide.',
  ],
  [
    'its numbers the other way round',
    { commune: '69383', lat: '4,8593', lon: '45,7606' },
    [LYON],
    'La position est à 6\u202f017\u00a0km de Lyon 3e arrondissement (69)\u00a0: la latitude et la longitude semblent inversées.',
  ],
  [
    'the same by its postcode',
    { postcode: '69003', lat: '4,8593', lon: '45,7606' },
    [LYON],
    'La position est à 6\u202f017\u00a0km de Lyon 3e arrondissement (69)\u00a0: la latitude et la longitude semblent inversées.',
  ],
  [
    'another town',
    { commune: '69383', lat: '43,2965', lon: '5,3698' },
    [LYON],
    'La position est à 276\u00a0km de Lyon 3e arrondissement (69)\u00a0: corrigez la latitude et la longitude, ou la commune.',
  ],
  [
    'a terminal at the edge of its town',
    { commune: '69383', lat: '45,7215', lon: '5,0789' },
    [LYON],
    undefined,
  ],
  ['a terminal by its postcode', { postcode: '95700', lat: '49,0034', lon: '2,5706' }, [ROISSY], undefined],
  [
    'the far end of the widest commune',
    { commune: '13004', lat: '43,3833', lon: '4,8000' },
    [ARLES],
    undefined,
  ],
  [
    'a village on another river',
    { commune: '97353', lat: '3,6400', lon: '-54,0300' },
    [MARIPASOULA],
    undefined,
  ],
  [
    'a postcode of many towns, near one',
    { postcode: '69003', lat: '43,40', lon: '4,73' },
    [LYON, { ...ARLES, postcodes: ['69003'] }],
    undefined,
  ],
  ['a postcode that no commune has', { postcode: '69999', lat: '4', lon: '45' }, [LYON], undefined],
])('a branch with %s', (_what, parts, found, message) => {
  expect(checkLocation(said(parts), found)?.message).toBe(message);
});
