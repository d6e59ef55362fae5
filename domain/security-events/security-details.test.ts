import { expect, test } from 'vitest';
import { describeDetails } from './security-details.ts';

test.each([
  [[{ name: 'reason', value: 'too_many' }], 'Trop de tentatives'],
  [[{ name: 'by', value: 'recovery_code' }], 'Par code de secours'],
  [[{ name: 'factor', value: 'totp' }], 'Application de codes'],
  [[{ name: 'factor', value: 'all' }], 'Tous les seconds facteurs'],
  [
    [
      { name: 'route', value: '/api/iam/users' },
      { name: 'code', value: 'forbidden' },
    ],
    'Demande /api/iam/users, droits insuffisants',
  ],
  [
    [
      { name: 'kind', value: 'login' },
      { name: 'outcome', value: 'failure' },
      { name: 'user', value: '7' },
      { name: 'day', value: '2026-06-11' },
    ],
    'Connexion, Échec, utilisateur n°\u00a07, jour du 11-06-2026',
  ],
  [
    [
      { name: 'given', value: 'audit.list.all' },
      { name: 'taken', value: '' },
      { name: 'company', value: 'true' },
    ],
    'Droits donnés\u00a0: audit.list.all, bureau changé',
  ],
  [[{ name: 'rest', value: 'true' }], 'Autres lignes de la même minute'],
  [[{ name: 'link', value: '3' }], 'Lien n°\u00a03'],
  [[{ name: 'later', value: 'something' }], 'Later\u00a0: something'],
  [[], ''],
])('%j in French', (details, said) => {
  expect(describeDetails(details)).toBe(said);
});
