import { describe, expect, test } from 'vitest';
import { passwordBreach } from './password.ts';

const lea = ['Léa', 'Fontanel', 'nouveau@parite.example'];

describe('passwordBreach', () => {
  test.each([
    '',
    'court',
    'onze carac.',
    'x'.repeat(257),
    // the spaces at both ends are none of it
    '  onze carac.  ',
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
    'xq7xq7xq7xq7',
    'xq7zxq7zxq7z',
    '12p@ssw0rd34',
    'leavemealone',
    // along the rows and the columns of a keyboard
    'uiopasdfghjk',
    'wsx3edc4rfv5',
    'z3e4r5t6y7u8',
    'w3e4r5t6y7u8',
    // a sign in the place of a letter
    'w1nter-2026-!',
    'w3lcome-2026-!',
    'y4nkees-2026-!',
    'te5ting-2026-!',
    's7alker-2026-!',
    // words that repeat, once and among signs
    'chouchou2026!',
    'Doudou-Doudou-7',
    'soleilsoleil12',
    'Loulou1234567!',
    // French words
    'anticonstitutionnellement',
    'papillon-2026',
    'Bretagne!2026',
    'guichet-2026!',
    // listed, among digits and signs or with accents
    'Flintstone2000!',
    '--justinbieber--',
    'Michaël-Jackson-1',
    '  motherfucker  ',
    'te$ting-2026-!',
  ])('«%s» is common', (password) => {
    expect(passwordBreach(password, lea)).toBe('common');
  });

  test.each([
    'Parité-2026-parité',
    'leafontanel1987',
    'Fontanel.Léa.01',
    'nouveau@parite.example',
    'f0ntanel-f0ntanel',
    'lea-lea-2026!!',
    'lea1lea2lea3lea4',
    'Fontanel-abc-12',
  ])('«%s» consists of personal data only', (password) => {
    expect(passwordBreach(password, lea)).toBe('personal');
  });

  test.each([
    'trois girafes au marché',
    'Fontanel aime les girafes',
    'Fontanel-abcd-12',
    '837462-910473',
    'correct horse battery staple',
    'kV7#pQ2!xR9z',
    '  kV7#pQ2!xR9z  ',
    '837462910473',
    'le soleil de Bonifacio',
    `${'é'.repeat(2)}tang du moulin`,
    `${'x'.repeat(250)}girafe`,
  ])('«%s» is accepted', (password) => {
    expect(passwordBreach(password, lea)).toBeNull();
  });

  test('the product’s name is no personal data', () => {
    expect(passwordBreach('Parité-2026-parité', ['Ana', 'Roussel', 'ana@change.example'])).toBe('personal');
  });

  test('a user without names passes', () => {
    expect(passwordBreach('trois girafes au marché', ['', '', ''])).toBeNull();
  });

  test('the longest name is matched first, and short names are ignored', () => {
    expect(passwordBreach('leandre-leandre1', ['Léa', 'Léandre', ''])).toBe('personal');
    expect(passwordBreach('xalbo-albo-albq', ['Al', 'Bo', ''])).toBeNull();
    // the rests beside a matched name are not joined into another name
    expect(passwordBreach('marfontanelinex1', ['Marine', 'Fontanel', ''])).toBeNull();
  });
});
