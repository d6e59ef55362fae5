/** Letters and digits that no other one is taken for, said aloud or read in a hurry: no B 8, I L 1, O 0, S 5, Z 2. */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';
const LENGTH = 6;

/** How many codes there are. */
export const CODES = ALPHABET.length ** LENGTH;

/** The code of a number from 0 to CODES − 1, each of which has its own. */
export function codeOf(number: number): string {
  let rest = number;
  return Array.from({ length: LENGTH }, () => {
    const letter = ALPHABET.charAt(rest % ALPHABET.length);
    rest = Math.floor(rest / ALPHABET.length);
    return letter;
  }).join('');
}

/** The code that somebody typed or scanned, in whatever case and groups; null: none. */
export function readCode(typed: string): string | null {
  const text = typed.replace(/[\s.-]/g, '').toUpperCase();
  return text.length === LENGTH && [...text].every((letter) => ALPHABET.includes(letter)) ? text : null;
}
