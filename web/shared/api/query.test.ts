import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildQuery, type Filters, flattenFilters } from './query.ts';

describe('buildQuery', () => {
  test.each<[Filters, string]>([
    [{}, ''],
    [{ q: 'dollar', page: 2 }, 'q=dollar&page=2'],
    [{ q: '', company: null, currency: undefined, page: Number.NaN }, ''],
    [{ page: 0, is_active: false }, 'page=0&is_active=false'],
    [{ status: ['actif', '', 'in_interim', null] }, 'status=actif&status=in_interim'],
    [{ status: [], company: {} }, ''],
    [{ company: { id: 3, name: '' } }, 'company%5Bid%5D=3'],
    [
      { company: { address: { cities: ['Lyon', 'Nice'] } } },
      'company%5Baddress%5D%5Bcities%5D=Lyon&company%5Baddress%5D%5Bcities%5D=Nice',
    ],
    [{ q: 'L’Or & l’eau = 100 %' }, 'q=L%E2%80%99Or%20%26%20l%E2%80%99eau%20%3D%20100%20%25'],
  ])('%j', (filters, query) => {
    expect(buildQuery(filters)).toBe(query);
  });

  test('any text round-trips through the query', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (q) => {
        expect(new URLSearchParams(buildQuery({ q })).get('q')).toBe(q);
      }),
    );
  });
});

describe('flattenFilters', () => {
  test.each<[Filters, Record<string, string>]>([
    [{}, {}],
    [
      { q: 'dollar', page: 2 },
      { q: 'dollar', page: '2' },
    ],
    [{ company: { id: 3, address: { city: 'Lyon' } } }, { company_id: '3', company_address_city: 'Lyon' }],
    [{ status: ['actif', 'in_interim'] }, { status: 'actif+OR+in_interim' }],
    [{ user: { ids: [1, 2, 0] } }, { user_ids: '1+OR+2+OR+0' }],
    [{ q: '', status: [null, ''], company: { id: undefined } }, {}],
    [{ is_active: false }, { is_active: 'false' }],
  ])('%j', (filters, flat) => {
    expect(flattenFilters(filters)).toEqual(flat);
  });
});
