import { expect, test } from 'vitest';
import { networksOf, shortAddress } from './network.ts';

test.each([
  ['203.0.113.7', ['203.0.113.7', '203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['::ffff:203.0.113.7', '203.0.113.0/24']],
  ['2001:db8:7:42ff::1', ['2001:db8:7:42ff', '2001:db8:7:42/56', '2001:db8:7/48']],
  ['2001:db8:7:f::1', ['2001:db8:7:f', '2001:db8:7:00/56', '2001:db8:7/48']],
  ['::1', ['0:0:0:0', '0:0:0:00/56', '0:0:0/48']],
  [undefined, ['']],
])('networks of %s', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});

test.each([
  ['203.0.113.7', '203.0.113.x'],
  ['::ffff:203.0.113.7', '203.0.113.x'],
  ['2001:db8:7:42ff::1', '2001:db8:7::'],
  ['::1', '0:0:0::'],
  ['unix', null],
  [undefined, null],
])('%s is shown as %s', (address, shown) => {
  expect(shortAddress(address)).toBe(shown);
});
