import { expect, test } from 'vitest';
import { type PasswordStrength, passwordStrength } from './password-strength.ts';

test.each<[string, PasswordStrength | null]>([
  ['', null],
  ['trois gira', null],
  // spaces at both ends are nothing
  ['   trois gira   ', null],
  ['aaaaaaaaaaaa', 'weak'],
  ['Chou-Chou-Chou-', 'weak'],
  ['azertyuiop1234', 'weak'],
  ['837462910473', 'weak'],
  // refused for the word that it is made of
  ['chouchou2026!', 'weak'],
  ['motdepasse1234', 'weak'],
  ['abcabcabcabcabcabc', 'weak'],
  ['girafemarche', 'weak'],
  ['girafemarche7', 'fair'],
  ['kV7#pQ2!xR9z', 'fair'],
  ['trois girafes au marché', 'strong'],
  ['correct horse battery staple', 'strong'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
