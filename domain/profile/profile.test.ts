import { expect, test } from 'vitest';
import { validateDraft } from '../validation/draft.ts';
import { mailChangeDraft, mailChangeExpiresAt, mailChangesExpiredBefore } from './mail-change.ts';
import { isUploadedPhoto } from './photo.ts';
import { passwordChangeDraft, profileDraft } from './profile.ts';

test('a first name is needed, a surname and a phone are not', () => {
  const draft = { name: 'Ana', surname: '', phone: '' };
  expect(validateDraft(profileDraft, draft)).toEqual({});
  expect(validateDraft(profileDraft, { ...draft, name: ' ' }).name?.message).toBe('Donnez votre prénom.');
  expect(validateDraft(profileDraft, { ...draft, phone: 'abc' })).toHaveProperty('phone');
});

test('a new password needs the present one, and its own confirmation', () => {
  const draft = { present: 'a', password: 'b', confirmation: 'b' };
  expect(validateDraft(passwordChangeDraft, draft)).toEqual({});
  expect(validateDraft(passwordChangeDraft, { ...draft, present: ' ' }).present?.message).toBe(
    'Indiquez votre mot de passe actuel.',
  );
  expect(validateDraft(passwordChangeDraft, { ...draft, confirmation: 'c' }).confirmation?.code).toBe(
    'unlike',
  );
  expect(validateDraft(passwordChangeDraft, { ...draft, password: '' })).toHaveProperty('password');
});

test('a change of address ends a day after it was asked for', () => {
  const at = new Date('2026-11-21T10:00:00.000Z');
  expect(mailChangeExpiresAt(at)).toEqual(new Date('2026-11-22T10:00:00.000Z'));
  expect(mailChangesExpiredBefore(at)).toEqual(new Date('2026-11-20T10:00:00.000Z'));
  expect(validateDraft(mailChangeDraft, { mail: 'x' }).mail?.message).toBe(
    'Indiquez votre nouvelle adresse e-mail.',
  );
});

test('an uploaded photo has a name of 32 hexadecimal digits', () => {
  expect(isUploadedPhoto('0123456789abcdef'.repeat(2))).toBe(true);
  for (const name of ['', 'agent', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}g`]) {
    expect(isUploadedPhoto(name), name).toBe(false);
  }
});
