import { isEmail } from '#domain/audience/email.ts';
import type { Publisher } from '#domain/publisher/imprint.ts';
import { isPlainText } from '#domain/text/plain-text.ts';
import { phone } from '#domain/validation/texts.ts';

type Field = keyof Publisher;

const SETTINGS: readonly (readonly [field: Field, name: string, what: string])[] = [
  ['name', 'PUBLISHER_NAME', 'qui publie le site, et sa forme'],
  ['address', 'PUBLISHER_ADDRESS', 'l’adresse de l’éditeur'],
  ['registration', 'PUBLISHER_REGISTRATION', 'son registre et son capital'],
  ['director', 'PUBLISHER_DIRECTOR', 'qui dirige la publication'],
  ['phone', 'PUBLISHER_PHONE', 'le téléphone de l’éditeur'],
  ['email', 'PUBLISHER_EMAIL', 'l’e-mail où écrire à l’éditeur'],
  ['host', 'PUBLISHER_HOST', 'le nom, l’adresse et le téléphone de l’hébergeur'],
  [
    'ties',
    'PUBLISHER_TIES',
    'en une phrase, les contrats et les parts de capital entre l’éditeur et les bureaux, ou qu’il n’y en a pas',
  ],
  [
    'revenue',
    'PUBLISHER_REVENUE',
    'en une phrase, qui paie l’éditeur et pour quoi, ou que personne ne le paie',
  ],
];
const MAX_LENGTH = 300;

/**
 * Publisher of the settings, or null, with a French sentence for each unusable value. A publisher that is
 * begun or `isAsked` must be whole, except for the register.
 */
export function readPublisher(
  env: Record<string, string | undefined>,
  isRequired: boolean,
): { publisher: Publisher | null; errors: string[] } {
  const texts = SETTINGS.map(([field, name]) => [field, env[name]?.trim() ?? ''] as const);
  if (!isRequired && texts.every(([, text]) => text === '')) return { publisher: null, errors: [] };
  // every field has a text
  const publisher = Object.fromEntries(texts) as Record<Field, string>;
  const errors = SETTINGS.flatMap(([field, name, what]) => {
    const text = publisher[field];
    if (text !== '') return validationErrors(field, text).map((fault) => `${name} ${fault}.`);
    return field === 'registration' ? [] : [`${name} est demandé pour ouvrir au public : ${what}.`];
  });
  return { publisher, errors };
}

function validationErrors(field: Field, text: string): string[] {
  if (!isPlainText(text) || text.length > MAX_LENGTH) {
    return [`doit tenir en une ligne d’au plus ${MAX_LENGTH} caractères qui se voient`];
  }
  if (field === 'phone') return phone(text) ? [`doit être un numéro de téléphone : « ${text} »`] : [];
  if (field === 'email') return isEmail(text) ? [] : [`doit être une adresse e-mail : « ${text} »`];
  return /\p{L}/u.test(text) ? [] : [`doit dire quelque chose : « ${text} »`];
}
