import type { PasswordBreach } from '#domain/passwords/password.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '#domain/passwords/password-length.ts';

export const PASSWORD_BREACHES: Record<PasswordBreach, string> = {
  length: `Le mot de passe doit compter de ${MIN_PASSWORD} à ${MAX_PASSWORD} caractères.`,
  common: 'Ce mot de passe est trop courant. Choisissez-en un autre, par exemple une courte phrase.',
  personal:
    'Ce mot de passe se réduit à votre nom, à votre adresse ou au nom de Parité. Choisissez-en un autre, par exemple une courte phrase.',
};
