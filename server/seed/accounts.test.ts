import { expect, test } from 'vitest';
import { describeDemoAccounts } from './accounts.ts';

test('a start says of each account of the demonstration what it shows', () => {
  expect(describeDemoAccounts()).toEqual([
    'agent@parite.example     agent, bureau hors bêta, écrans de la spécification',
    'agent2@parite.example    agent, bureau de la bêta, commandes et réservations',
    'admin@parite.example     administrateur, tous les bureaux, sans traiter leurs commandes',
    'root@parite.example      root, tous les droits, sans bureau',
    'nouveau@parite.example   agent, bureau hors bêta, mot de passe à créer',
  ]);
});
