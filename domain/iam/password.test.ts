import { describe, expect, test } from 'vitest';
import { passwordBreach } from './password.ts';

const lea = ['Léa', 'Fontanel', 'nouveau@parite.example'];

describe('passwordBreach', () => {
  test.each([
    '',
    'court',
    'onze carac.',
    'x'.repeat(257),
    // eleven characters of two code units each
    '🦊'.repeat(11),
  ])('«%s» has not 12 to 256 characters', (password) => {
    expect(passwordBreach(password, lea)).toBe('length');
  });

  test.each([
    'qwerty123456',
    'PasswordPassword',
    'password1234',
    'P@ssw0rd2026',
    'Motdepasse2026!',
    '123motdepasse',
    'Soleil-2026-!',
    'azertyuiop12',
    'azertyuiopqs',
    'abcdefghijkl',
    '123456789012',
    '987654321098',
    '000000000000',
    'abcabcabcabc',
    'Bonjour Bonjour',
    '1234-azerty-1234',
    'JeTaime!JeTaime!',
  ])('«%s» is common', (password) => {
    expect(passwordBreach(password, lea)).toBe('common');
  });

  test.each([
    'Parité-2026-parité',
    'leafontanel1987',
    'Fontanel.Léa.01',
    'nouveau@parite.example',
    'f0ntanel-f0ntanel',
  ])('«%s» says only who the user is', (password) => {
    expect(passwordBreach(password, lea)).toBe('personal');
  });

  test.each([
    'trois girafes au marché',
    'Fontanel aime les girafes',
    'correct horse battery staple',
    'kV7#pQ2!xR9z',
    '837462910473',
    'le soleil de Bonifacio',
    `${'é'.repeat(2)}tang du moulin`,
    `${'x'.repeat(250)}girafe`,
  ])('«%s» will do', (password) => {
    expect(passwordBreach(password, lea)).toBeNull();
  });

  test('a user without names is not refused for it', () => {
    expect(passwordBreach('trois girafes au marché', ['', '', ''])).toBeNull();
  });
});
