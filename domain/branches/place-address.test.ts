import { expect, test } from 'vitest';
import type { Place } from '../places/place.ts';
import { addressOfPlace } from './place-address.ts';

const SAINT_DENIS: Place = {
  kind: 'commune',
  code: '93066',
  label: 'Saint-Denis (93)',
  lat: 48.929_412_345,
  lon: 2.3617,
  postcodes: ['93200', '93210'],
};

test('a commune sets the address except the street, and one of its own postcodes stays', () => {
  const said = { city: 'Saint-Denis', commune: '93066', lat: '48.92941', lon: '2.3617' };
  expect(addressOfPlace(SAINT_DENIS, '')).toEqual({ ...said, postcode: '93200' });
  expect(addressOfPlace(SAINT_DENIS, '69003')).toEqual({ ...said, postcode: '93200' });
  expect(addressOfPlace(SAINT_DENIS, '93210')).toEqual({ ...said, postcode: '93210' });
});

test('a quarter sets its own location, and the code of its commune', () => {
  const stadium = { ...SAINT_DENIS, code: '93066-STADE-DE-FRANCE', label: 'Stade de France (93)' };
  expect(addressOfPlace(stadium, '')).toMatchObject({ city: 'Stade de France', commune: '93066' });
});

test('an airport sets the location and the kind of the branch', () => {
  const label = 'Lyon-Saint-Exupéry (LYS)';
  const lyon: Place = { kind: 'airport', code: 'LYS', label, postcodes: [], lat: 45.7256, lon: 5.0811 };
  expect(addressOfPlace(lyon, '69125')).toEqual({
    city: 'Lyon-Saint-Exupéry',
    commune: '',
    kind: 'airport',
    lat: '45.7256',
    lon: '5.0811',
  });
});
