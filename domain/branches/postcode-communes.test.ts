import { expect, test } from 'vitest';
import type { Place } from '../places/place.ts';
import { communesOf } from './postcode-communes.ts';

const place = (code: string, label: string, postcodes: string[], kind: Place['kind'] = 'commune'): Place => ({
  kind,
  code,
  label,
  postcodes,
  lat: 0,
  lon: 0,
});
const paris = place('75056', 'Paris (75)', ['75001', '75015']);
const fifteenth = place('75115', 'Paris 15e arrondissement (75)', ['75015']);
const station = place('75115-GARE', 'Gare (75)', ['75015']);
const florac = place('48061', 'Florac (48)', ['48400']);
const bedoues = place('48050', 'Bédouès (48)', ['48400']);

test.each([
  ['75015', [paris, station, fifteenth], [fifteenth]],
  ['75001', [paris], [paris]],
  ['48400', [florac, bedoues], [florac, bedoues]],
  ['48000', [florac], []],
])('%s is of its communes, or of one arrondissement', (postcode, found, communes) => {
  expect(communesOf(postcode, found)).toEqual(communes);
});
