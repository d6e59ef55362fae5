import * as Type from 'typebox';
import { MAX_EMAIL } from '../audience/email.ts';
import { MAX_PASSWORD } from '../passwords/password-length.ts';
import { draftOf } from '../validation/draft.ts';
import { email, filled } from '../validation/texts.ts';

/** `username` is the user's mail, in any case. */
export const LoginRequest = Type.Object({
  username: Type.String({ minLength: 1, maxLength: MAX_EMAIL }),
  password: Type.String({ minLength: 1, maxLength: MAX_PASSWORD }),
});
export type LoginRequest = Type.Static<typeof LoginRequest>;

/** Texts of spec 5. The server answers an invalid name or password like a wrong password. */
export const loginDraft = draftOf(LoginRequest, {
  username: filled('Veuillez renseigner le nom d utilisateur'),
  password: filled('Veuillez renseigner le mot de passe'),
});

/** Text of spec 8, the same for a wrong name, a wrong password and a user without a password. */
export const INVALID_CREDENTIALS = 'Nom d"utilisateur ou mot de passe incorrect.';

export const ForgottenPassword = Type.Object({
  username: Type.String({ minLength: 1, maxLength: MAX_EMAIL }),
});
export type ForgottenPassword = Type.Static<typeof ForgottenPassword>;

export const forgottenPasswordDraft = draftOf(ForgottenPassword, {
  username: email('Adresse e-mail', { message: 'Indiquez l’adresse e-mail de votre compte.' }),
});

export const PasswordLinkRequest = Type.Object({ token: Type.String({ maxLength: 256 }) });

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

export const newPasswordDraft = draftOf(NewPassword, {
  password: filled('Veuillez renseigner un mot de passe !!!'),
  confirmation: (typed, { password }) => {
    const missing = confirmed(typed);
    if (missing || password.trim() === '' || typed.trim() === password.trim()) return missing;
    return { code: 'unlike', message: 'Le mot de passe de confirmation est incorrect !!!' };
  },
});
