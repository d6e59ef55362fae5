import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isSameWhere,
  moveWhere,
  RADII,
  readWhereQuery,
  startWhere,
  type Where,
  whereQuery,
} from './where.ts';

const read = (query: string) => readWhereQuery(new URLSearchParams(query));

test.each([
  ['', undefined],
  ['lieu=', undefined],
  ['lieu=Lyon%20<script>', undefined],
  ['rayon=5&tri=distance', undefined],
  ['lieu=69123', startWhere('69123')],
  ['lieu=lys', startWhere('LYS')],
  ['lieu=lys&tri=montant', { ...startWhere('LYS'), sort: 'amount' }],
  ['lieu=92062-LA-DEFENSE', startWhere('92062-LA-DEFENSE')],
  ['lieu=92062-', undefined],
  ['lieu=69123&rayon=7&ouvert=demain&type=gare&tri=x', startWhere('69123')],
  ['lieu=69123&rayon=5&ouvert=maintenant', { ...startWhere('69123'), radius: 5, open: 'now' }],
  ['lieu=69123&ouvert=2026-11-25T14:30', { ...startWhere('69123'), open: '2026-11-25T14:30' }],
])('the address %j asks for %j', (query, where) => {
  expect(read(query)).toEqual(where);
});

test('offers near an airport begin with the nearest, those near a commune with the best', () => {
  expect([startWhere('LYS').sort, startWhere('69123').sort]).toEqual(['distance', 'amount']);
  expect(startWhere('CDG-ROISSY-TERMINAL-2').sort).toBe('distance');
  expect(whereQuery(startWhere('LYS'))).toBe('&lieu=LYS');
  expect(whereQuery({ ...startWhere('LYS'), sort: 'amount' })).toBe('&lieu=LYS&tri=montant');
});

test('another place brings its own order, unless one was chosen', () => {
  const town = { ...startWhere('69123'), radius: 5 as const };
  expect(moveWhere(undefined, 'LYS')).toEqual(startWhere('LYS'));
  expect(moveWhere(town, 'LYS')).toEqual({ ...startWhere('LYS'), radius: 5 });
  expect(moveWhere({ ...startWhere('LYS'), sort: 'amount' }, '69123').sort).toBe('amount');
  expect(moveWhere({ ...town, sort: 'distance' }, '69124').sort).toBe('distance');
});

test('an address round-trips through its search', () => {
  const where: fc.Arbitrary<Where> = fc.record({
    code: fc.constantFrom('69123', '2A004', 'CDG'),
    radius: fc.constantFrom(...RADII),
    open: fc.constantFrom('', 'now', '2026-11-25T14:30'),
    isAirport: fc.boolean(),
    buysBack: fc.boolean(),
    sort: fc.constantFrom('amount', 'distance'),
  });
  fc.assert(fc.property(where, (each) => void expect(read(whereQuery(each))).toEqual(each)));
  expect(whereQuery(undefined)).toBe('');
  expect(isSameWhere(startWhere('69123'), { ...startWhere('69123'), sort: 'distance' })).toBe(false);
});
