import type { ValidationError } from '../validation/draft.ts';

/** Register of the companies that may change money. Its result pages have no permanent address. */
export const REGISTER_URL = 'https://www.regafi.fr/';

/** A bank code has 5 digits and a number of the register (its own, SIREN) at most 9, typed in groups. */
export function checkAuthorisation(text: string): ValidationError | undefined {
  return /^\d{5,9}$/.test(storedAuthorisation(text))
    ? undefined
    : {
        code: 'invalid_authorisation',
        message: 'Indiquez le code CIB (5 chiffres) ou le numéro du bureau au REGAFI (9 chiffres au plus).',
      };
}

export function storedAuthorisation(text: string): string {
  return text.replaceAll(/\s/g, '');
}
