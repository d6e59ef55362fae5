import { expect, test } from 'vitest';
import { comparisonPath } from './comparison-path.ts';

const reservation = { side: 'sale', base: 'EUR', currency: 'USD', offered: 500, branch: null } as const;

test('a comparison goes the way of the reservation', () => {
  expect(comparisonPath(reservation)).toBe('/?offre=500&de=EUR&vers=USD');
  expect(comparisonPath({ ...reservation, side: 'purchase' })).toBe('/?offre=500&de=USD&vers=EUR');
});
