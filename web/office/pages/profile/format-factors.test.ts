import { expect, test } from 'vitest';
import { formatFactors } from './format-factors.ts';

const kept = { created_at: '2026-11-21T08:00:00.123Z', last_used_at: null };
const key = (id: number) => ({ id, name: 'Téléphone', ...kept });

test.each([
  [[], null, 0, false, 'Seul votre mot de passe protège votre compte.'],
  [
    [],
    null,
    0,
    true,
    'Exigée pour votre compte, et encore à mettre en place. Seul votre mot de passe le protège.',
  ],
  [
    [key(1)],
    null,
    10,
    true,
    'Votre compte est protégé, en plus du mot de passe, par une clé d’accès. Il vous reste 10 codes de secours.',
  ],
  [
    [key(1), key(2)],
    kept,
    1,
    false,
    'Votre compte est protégé, en plus du mot de passe, par 2 clés d’accès et une application de codes. Il vous reste 1 code de secours.',
  ],
  [
    [],
    kept,
    0,
    false,
    'Votre compte est protégé, en plus du mot de passe, par une application de codes. Il ne vous reste aucun code de secours.',
  ],
])('%j, %j, %i codes, required: %s', (passkeys, totp, recovery_codes, is_required, said) => {
  expect(formatFactors({ passkeys, totp, recovery_codes, is_required })).toBe(said);
});
