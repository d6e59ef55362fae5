import type { Wrong } from '../validation/draft.ts';

/** Where anybody finds who may change money, by number or by name. Its pages of results have no lasting address. */
export const REGISTER_URL = 'https://www.regafi.fr/';

/** A bank code has 5 digits, the numbers of the register (its own, SIREN) up to 9; they are written in groups. */
export function checkAuthorisation(text: string): Wrong | undefined {
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
