import { expect, test } from 'vitest';
import { compress, pickBody } from './compressed.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5, BR;q=0.001', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000,gzip;q=1', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['identity', null],
  [undefined, null],
])('with %j the coding is %j', (accepted, coding) => {
  expect(pickBody(compress('texte', 'text/plain'), accepted).coding).toBe(coding);
});
