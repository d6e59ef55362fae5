import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameWhere, RADII, readWhereQuery, startWhere, type Where, whereQuery } from './where.ts';

const read = (query: string) => readWhereQuery(new URLSearchParams(query));

test.each([
  ['', undefined],
  ['lieu=', undefined],
  ['lieu=Lyon%20<script>', undefined],
  ['rayon=5&tri=distance', undefined],
  ['lieu=69123', startWhere('69123')],
  ['lieu=lys', startWhere('LYS')],
  ['lieu=92062-LA-DEFENSE', startWhere('92062-LA-DEFENSE')],
  ['lieu=92062-', undefined],
  ['lieu=69123&rayon=7&ouvert=demain&type=gare&tri=x', startWhere('69123')],
  ['lieu=69123&rayon=5&ouvert=maintenant', { ...startWhere('69123'), radius: 5, open: 'now' }],
  ['lieu=69123&ouvert=2026-11-25T14:30', { ...startWhere('69123'), open: '2026-11-25T14:30' }],
])('the address %j asks for %j', (query, where) => {
  expect(read(query)).toEqual(where);
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
