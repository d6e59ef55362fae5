import { MIN_PASSWORD } from '#domain/passwords/password-length.ts';
import { type PasswordStrength, passwordStrength } from '#domain/passwords/password-strength.ts';

/**
 * How good what is typed is, in the place of what is asked for. None of it promises that the password is taken: the
 * server alone knows the long list of common ones, and whose account it is.
 */
export function sayStrength(password: string): string {
  const typed = [...password.trim()].length;
  if (typed === 0) return `${MIN_PASSWORD} caractères au moins, sans votre nom ni mot de passe courant`;
  const strength = passwordStrength(password);
  if (strength) return STRENGTHS[strength];
  const missing = MIN_PASSWORD - typed;
  return missing === 1 ? 'Encore un caractère' : `Encore ${missing} caractères`;
}

const STRENGTHS: Record<PasswordStrength, string> = {
  weak: 'Facile à deviner : ajoutez un mot ou deux',
  fair: 'Assez long ; un mot de plus le rendrait plus sûr',
  strong: 'Long et varié',
};
