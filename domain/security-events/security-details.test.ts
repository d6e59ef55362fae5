import { expect, test } from 'vitest';
import { describeDetails } from './security-details.ts';

test.each([
  [[{ name: 'reason', value: 'too_many' }], 'raison : trop de tentatives'],
  [[{ name: 'by', value: 'recovery_code' }], 'par : code de secours'],
  [[{ name: 'factor', value: 'totp' }], 'second facteur : application de codes'],
  [[{ name: 'factor', value: 'all' }], 'second facteur : tous'],
  [
    [
      { name: 'route', value: '/api/iam/users' },
      { name: 'code', value: 'forbidden' },
    ],
    'demande : /api/iam/users ; motif : droits insuffisants',
  ],
  [
    [
      { name: 'kind', value: 'login' },
      { name: 'outcome', value: 'failure' },
      { name: 'user', value: '7' },
      { name: 'day', value: '2026-06-11' },
    ],
    'événement : Connexion ; issue : Échec ; utilisateur n° : 7 ; jour : 2026-06-11',
  ],
  [
    [
      { name: 'given', value: 'audit.list.all' },
      { name: 'taken', value: '' },
      { name: 'company', value: 'true' },
    ],
    'droits donnés : audit.list.all ; bureau changé',
  ],
  [[{ name: 'rest', value: 'true' }], 'autres lignes de la même minute'],
  [[{ name: 'later', value: 'something' }], 'later : something'],
  [[], ''],
])('%j in French', (details, said) => {
  expect(describeDetails(details)).toBe(said);
});
