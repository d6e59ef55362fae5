import { commonPasswords } from './common-passwords.ts';
import { isCommonWord } from './common-word.ts';
import { coreOf, isRun, plainForm, repeatedUnit, unleet } from './password-forms.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';

export type PasswordBreach = 'length' | 'common' | 'personal';

const PRODUCT = 'parite';
/**
 * Weakness of a new password. null: none. `personal`: names and mail of the user; a password of these, the product's
 * name, digits and signs alone is refused like a common one.
 */
export function passwordBreach(password: string, personal: readonly string[]): PasswordBreach | null {
  // spec 5: spaces at both ends are ignored, as in the confirmation and in the stored hash
  const typed = password.trim();
  const length = [...typed].length;
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) return 'length';
  const plain = plainForm(typed);
  if (isCommon(plain) || isCommon(unleet(plain)) || isCommonWord(plain)) return 'common';
  const words = [PRODUCT, ...personal.flatMap((text) => plainForm(text).split(/[^a-z]/))];
  return isMadeOf(plain, words) || isMadeOf(unleet(plain), words) ? 'personal' : null;
}

function isCommon(plain: string): boolean {
  const unit = repeatedUnit(plain);
  const within = [plain, plain.replace(/[^a-z0-9]/g, ''), plain.replace(/[^a-z]/g, ''), coreOf(plain)];
  return unit.length <= 4 || isRun(unit) || within.some((text) => commonPasswords.has(text));
}

function isMadeOf(plain: string, words: readonly string[]): boolean {
  const letters = plain.replace(/[^a-z]/g, '');
  const rest = words
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ' '), letters);
  return rest !== letters && rest.replaceAll(' ', '').length < 4;
}
