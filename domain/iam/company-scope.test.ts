import { expect, test } from 'vitest';
import { listRangeOf } from './company-scope.ts';
import { isAllowed } from './scopes.ts';

test.each([
  ['orders.list.me', true, 'own'],
  ['orders.list.me', false, null],
  ['orders.list.all', true, 'all'],
  ['orders.list.all', false, 'all'],
  ['orders.list.me,orders.list.all', true, 'own'],
  ['orders.list.me,orders.list.all', false, 'all'],
  ['reservations.list.me', true, 'own'],
  ['clients.list.all', true, null],
  ['**', true, 'own'],
  ['**', false, 'all'],
  ['', true, null],
])('scopes “%s”, with a company: %s, list range %s', (granted, hasCompany, whose) => {
  expect(listRangeOf(['orders', 'reservations'], hasCompany, (scope) => isAllowed(scope, granted))).toBe(
    whose,
  );
});
