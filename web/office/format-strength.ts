import { MIN_PASSWORD } from '#domain/passwords/password-length.ts';
import { type PasswordStrength, passwordStrength } from '#domain/passwords/password-strength.ts';

/** Estimate only: the server alone knows the list of common passwords and the account's names. */
export function formatStrength(password: string): string {
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
