import { commonPasswords } from './common-passwords.ts';
import { isCommonWord } from './common-word.ts';
import { coreOf, isRun, plainForm, repeatedUnit, unleet } from './password-forms.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';

export type PasswordBreach = 'length' | 'common' | 'personal';

const PRODUCT = 'parite';
/**
 * What is wrong with a new password, or null. `personal`: the user's names and mail; a password made of them
 * or of the product's name, and of nothing else but digits and signs, is refused like a common one.
 */
export function passwordBreach(password: string, personal: readonly string[]): PasswordBreach | null {
  // spec 5: spaces at both ends are nothing, here as where it is confirmed, kept and looked at
  const typed = password.trim();
  const length = [...typed].length;
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) return 'length';
  const plain = plainForm(typed);
  if (isCommon(plain) || isCommon(unleet(plain)) || isCommonWord(plain)) return 'common';
  const words = [PRODUCT, ...personal.flatMap((text) => plainForm(text).split(/[^a-z]/))];
  return isMadeOf(plain, words) || isMadeOf(unleet(plain), words) ? 'personal' : null;
}

/** True for a listed password, also among signs or digits, and for what repeats or runs along a keyboard. */
function isCommon(plain: string): boolean {
  const unit = repeatedUnit(plain);
  const within = [plain, plain.replace(/[^a-z0-9]/g, ''), plain.replace(/[^a-z]/g, ''), coreOf(plain)];
  return unit.length <= 4 || isRun(unit) || within.some((text) => commonPasswords.has(text));
}

/** True when fewer than 4 letters stay once the words, digits and signs are taken away. */
function isMadeOf(plain: string, words: readonly string[]): boolean {
  const letters = plain.replace(/[^a-z]/g, '');
  const rest = words
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ' '), letters);
  return rest !== letters && rest.replaceAll(' ', '').length < 4;
}
