import { commonPasswords, commonWords } from './common-passwords.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './password-length.ts';

export type PasswordBreach = 'length' | 'common' | 'personal';

const PRODUCT = 'parite';
// what fingers run along: rows of both keyboards, the alphabet, the digits
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  'azertyuiopqsdfghjklmwxcvbn',
  'qwertyuiopasdfghjklzxcvbnm',
  '01234567890123456789',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  '1a2z3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6y7u8i9o0p',
];
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/**
 * What is wrong with a new password, or null. `personal`: the user's names and mail; a password made of them
 * or of the product's name, and of nothing else but digits and signs, is refused like a common one.
 */
export function passwordBreach(password: string, personal: readonly string[]): PasswordBreach | null {
  const length = [...password].length;
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) return 'length';
  const plain = plainForm(password);
  if (isCommon(plain) || isCommon(unleet(plain)) || isCommonWord(plain)) return 'common';
  const words = [PRODUCT, ...personal.flatMap((text) => plainForm(text).split(/[^a-z]/))];
  return isMadeOf(plain, words) || isMadeOf(unleet(plain), words) ? 'personal' : null;
}

function isCommon(plain: string): boolean {
  const unit = repeatedUnit(plain);
  return commonPasswords.has(plain) || unit.length <= 4 || isRun(unit);
}

/** True for a common word among digits and signs: 'Soleil-2026!', '123motdepasse', 'P@ssw0rd2026'. */
function isCommonWord(plain: string): boolean {
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const texts = [core, unleet(core), plain.replace(/[^a-z]/g, '')];
  return texts.some((text) => commonWords.has(repeatedUnit(text)));
}

/** True when the text is part of a run, forwards or backwards. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('');
  return RUNS.some((run) => run.includes(text) || run.includes(backwards));
}

/** 'abcabc' gives 'abc'; a text that repeats nothing gives itself. */
function repeatedUnit(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
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

/** Without case or accents. */
function plainForm(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function unleet(plain: string): string {
  return plain.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign);
}
