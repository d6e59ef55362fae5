import { expect, test } from 'vitest';
import { validateDraft } from '../validation/draft.ts';
import { forgottenPasswordDraft, loginDraft, newPasswordDraft } from './login.ts';

/** By field, the sentences alone. */
const said = (found: Record<string, { message: string } | undefined>) =>
  Object.fromEntries(Object.entries(found).map(([field, wrong]) => [field, wrong?.message]));

const NAME = 'Veuillez renseigner le nom d utilisateur';
const PASSWORD = 'Veuillez renseigner le mot de passe';

test.each([
  ['', '', { username: NAME, password: PASSWORD }],
  [' ', '\t', { username: NAME, password: PASSWORD }],
  ['agent', '', { password: PASSWORD }],
  ['', 'x', { username: NAME }],
  [' agent ', ' x ', {}],
])('a login of %j and %j (spec 5)', (username, password, expected) => {
  expect(said(validateDraft(loginDraft, { username, password }))).toEqual(expected);
});

const NEW = 'Veuillez renseigner un mot de passe !!!';
const CONFIRM = 'Veuillez confirmer le mot de passe !!!';
const UNLIKE = 'Le mot de passe de confirmation est incorrect !!!';

test.each([
  ['', '', { password: NEW, confirmation: CONFIRM }],
  [' ', ' ', { password: NEW, confirmation: CONFIRM }],
  ['', 'x', { password: NEW }],
  ['x', '', { confirmation: CONFIRM }],
  ['x', 'y', { confirmation: UNLIKE }],
  ['x', ' x ', {}],
])('a password of %j confirmed by %j (spec 5)', (password, confirmation, expected) => {
  expect(said(validateDraft(newPasswordDraft, { password, confirmation }))).toEqual(expected);
});

test.each([
  ['', { username: 'Indiquez l’adresse e-mail de votre compte.' }],
  ['agent', { username: 'Indiquez l’adresse e-mail de votre compte.' }],
  [' agent@parite.example ', {}],
])('a link for %j', (username, expected) => {
  expect(said(validateDraft(forgottenPasswordDraft, { username }))).toEqual(expected);
});
