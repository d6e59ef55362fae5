import { expect, test } from 'vitest';
import { mayAdminister, roleOf } from './grants.ts';
import { administratorScopes, agentScopes, bookingScopes } from './presets.ts';

// contract 5 and what running for real added: who changes a line here changes what people may do
test('scopes of an agent', () => {
  expect(agentScopes).toEqual([
    'dashbord.list.me',
    'orders.list.me',
    'reservations.list.me',
    'clients.list.me',
    'fixings.list.me',
    'branches.list.me',
    'branches.edit.me',
    'sittings.list.me',
    'identity.photo',
  ]);
  expect(roleOf(agentScopes)).toBe('agent');
});

test('additional scopes of an agent if the company takes reservations', () => {
  expect(bookingScopes).toEqual(['orders.edit.me', 'reservations.edit.me', 'clients.edit.me']);
  expect(roleOf([...agentScopes, ...bookingScopes])).toBe('agent');
});

test('scopes of an administrator, and the right to grant them', () => {
  expect(administratorScopes).toEqual([
    'dashbord.list.me',
    'orders.list.me',
    'reservations.list.me',
    'clients.list.me',
    'dashbord.list.all',
    'orders.list.all',
    'reservations.list.all',
    'clients.list.all',
    'fixings.list.all',
    'sittings.list.all',
    'iam.*.list.all',
    'companies.edit.all',
    'branches.list.all',
    'branches.edit.all',
    'iam.users.edit.all',
    'audit.list.all',
    'feeds.list.all',
    'identity.photo',
  ]);
  expect(roleOf(administratorScopes)).toBe('administrateur');
  expect(mayAdminister(administratorScopes, [...administratorScopes, ...agentScopes])).toBe(true);
  expect(mayAdminister(agentScopes, administratorScopes)).toBe(false);
});
