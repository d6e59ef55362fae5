import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { MAX_PASSWORD } from '../passwords/password-length.ts';
import { draftOf } from '../validation/draft.ts';
import { email, filled } from '../validation/texts.ts';

/** `username` is the user's mail, in any case. */
export const LoginRequest = Type.Object({
  username: Type.String({ minLength: 1, maxLength: MAX_EMAIL }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
});
export type LoginRequest = Type.Static<typeof LoginRequest>;

/** spec 5, to the letter; the server answers whatever is not a user's as it answers a wrong password. */
export const loginDraft = draftOf(LoginRequest, {
  username: filled('Veuillez renseigner le nom d utilisateur'),
  password: filled('Veuillez renseigner le mot de passe'),
});

/** spec 8, to the letter: of a wrong name, a wrong password and a user who has none yet alike. */
export const WRONG_CREDENTIALS = 'Nom d"utilisateur ou mot de passe incorrect.';

export const ForgottenPassword = Type.Object({
  username: Type.String({ minLength: 1, maxLength: MAX_EMAIL }),
});
export type ForgottenPassword = Type.Static<typeof ForgottenPassword>;

export const forgottenPasswordDraft = draftOf(ForgottenPassword, {
  username: email('Adresse e-mail', { message: 'Indiquez l’adresse e-mail de votre compte.' }),
});

/** The token of a password link. */
export const PasswordLinkRequest = Type.Object({ token: Type.String({ maxLength: 256 }) });

/** The query parameters of the password link, plus the password. */
export const NewPasswordRequest = Type.Object({
  token: Type.String({ maxLength: 256 }),
  password: Type.String({ maxLength: 1024 }),
});
export type NewPasswordRequest = Type.Static<typeof NewPasswordRequest>;

const NewPassword = Type.Object({
  password: Type.String({ maxLength: MAX_PASSWORD }),
  confirmation: Type.String({ maxLength: MAX_PASSWORD }),
});

const confirmed = filled('Veuillez confirmer le mot de passe !!!');

/** What is typed to create a password: spec 5, to the letter. How good it must be, the server says. */
export const newPasswordDraft = draftOf(NewPassword, {
  password: filled('Veuillez renseigner un mot de passe !!!'),
  confirmation: (typed, { password }) => {
    const missing = confirmed(typed);
    if (missing || password.trim() === '' || typed.trim() === password.trim()) return missing;
    return { code: 'unlike', message: 'Le mot de passe de confirmation est incorrect !!!' };
  },
});
