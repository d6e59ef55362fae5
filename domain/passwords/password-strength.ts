import { isCommonWord } from './common-word.ts';
import { coreOf, isRun, plainForm, repeatedUnit } from './password-forms.ts';
import { MIN_PASSWORD } from './password-length.ts';

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Bits: within the reach of a fast guesser, and out of reach. */
const FAIR = 60;
const STRONG = 90;

/**
 * Estimate from the characters alone, while typing. null: too short. The server alone checks common passwords and
 * personal data (password.ts).
 */
export function passwordStrength(password: string): PasswordStrength | null {
  const text = password.trim();
  if ([...text].length < MIN_PASSWORD) return null;
  const plain = plainForm(text);
  const unit = repeatedUnit(plain);
  if (unit.length <= 4 || isRun(unit) || (coreOf(plain) !== '' && isRun(coreOf(plain)))) return 'weak';
  if (isCommonWord(plain)) return 'weak';
  // repeated characters add little
  const length = Math.min([...unit].length, 2 * new Set(unit).size);
  const bits = length * Math.log2(sizeOfAlphabet(text));
  if (bits < FAIR) return 'weak';
  return bits < STRONG ? 'fair' : 'strong';
}

function sizeOfAlphabet(text: string): number {
  const kinds: [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 33],
  ];
  return kinds.reduce((size, [kind, count]) => (kind.test(text) ? size + count : size), 0);
}
