import { isPlainText } from '#domain/text/plain-text.ts';
import { HttpError } from './http-error.ts';

const PHONE = /^\+?[\d(][\d ().\-/]{2,}$/;

/** Without the spaces around it. */
export function readText(field: string, text: string): string {
  if (isPlainText(text)) return text.trim();
  const sentence = `Le champ « ${field} » contient un caractère qui ne se voit pas : retirez les retours à la ligne et les caractères de contrôle.`;
  throw new HttpError(400, 'control_character', sentence);
}

/** True when there is something to read in it. */
export function isName(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A phone number as people write it; it may be empty. */
export function readPhone(text: string): string {
  const phone = readText('phone', text);
  if (phone === '' || PHONE.test(phone)) return phone;
  throw new HttpError(400, 'invalid_phone', 'Le numéro de téléphone n’est pas valide.');
}
