import { expect, test } from 'vitest';
import { validateDraft } from '../validation/draft.ts';
import { normaliseCode, passkeyNameDraft, requiresFactor, secondStepDraft } from './second-factor.ts';

test.each([
  [[], false],
  [['fixings.list.me'], false],
  [['fixings.list.all'], false],
  [['fixings.edit.me'], false],
  [['companies.edit.all'], true],
  [['companies.*.all'], true],
  [['companies.edit.*'], true],
  [['*.*'], true],
  [['**'], true],
  [['companies.**'], true],
  [['fixings.list.me', 'iam.users.edit.all'], true],
  [['edit.all.me'], false],
])('%j requires a second factor: %s', (scopes, isRequired) => {
  expect(requiresFactor(scopes)).toBe(isRequired);
});

test('a code is read without spaces, dashes and points, in capitals', () => {
  expect(normaliseCode(' 123 456 ')).toBe('123456');
  expect(normaliseCode('abcd-ef–gh_ij.kl')).toBe('ABCDEFGHIJKL');
});

test('a code and a name are asked for', () => {
  expect(validateDraft(secondStepDraft, { code: ' ' }).code?.message).toBe('Saisissez un code.');
  expect(validateDraft(secondStepDraft, { code: '1' })).toEqual({});
  const name = (typed: string) => validateDraft(passkeyNameDraft, { name: typed }).name?.message;
  expect(name(' ')).toBe('Donnez un nom à cette clé d’accès.');
  expect(name('a\nb')).toContain('« Nom »'.replaceAll(' ', '\u00a0'));
  expect(name('Téléphone')).toBeUndefined();
});
