import { expect, test } from 'vitest';
import { isActive, listedStatus, listedStatusLabel, type UserStatus, userStatuses } from './user-status.ts';

test.each<[UserStatus, string, boolean, string]>([
  ['in_service', 'actif', true, 'Activité régulière'],
  ['in_interim', 'in_interim', false, 'Intérim'],
  ['awaiting_password', 'awaiting_password', false, 'Mot de passe à créer'],
])('%s is listed as %s', (status, listed, active, label) => {
  expect(listedStatus(status)).toBe(listed);
  expect(isActive(listedStatus(status))).toBe(active);
  expect(listedStatusLabel(listedStatus(status))).toBe(label);
});

test('only actif is active', () => {
  expect([...userStatuses, '', 'ACTIF', 'inactif'].some(isActive)).toBe(false);
});
