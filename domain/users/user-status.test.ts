import { expect, test } from 'vitest';
import { isActive, listedStatus, listedStatusLabel, type UserStatus, userStatuses } from './user-status.ts';

test.each<[UserStatus, boolean, string, boolean, string]>([
  ['in_service', false, 'actif', true, 'Activité régulière'],
  ['in_interim', false, 'in_interim', false, 'Intérim'],
  ['awaiting_password', false, 'awaiting_password', false, 'Mot de passe à créer'],
  ['in_service', true, 'suspended', false, 'Suspendu'],
  ['in_interim', true, 'suspended', false, 'Suspendu'],
  ['awaiting_password', true, 'suspended', false, 'Suspendu'],
])('%s, suspended: %s, is listed as %s', (status, isSuspended, listed, active, label) => {
  const shown = listedStatus(status, isSuspended);
  expect(shown).toBe(listed);
  expect(isActive(shown)).toBe(active);
  expect(listedStatusLabel(shown)).toBe(label);
});

test('only actif is active', () => {
  expect([...userStatuses, '', 'ACTIF', 'inactif'].some(isActive)).toBe(false);
});
