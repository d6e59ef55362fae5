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

/** What is wrong with what was typed as a code; undefined: nothing. */
export function findWrongCode(typed: string): string | undefined {
  const text = signsOf(typed);
  if (readCode(text) !== null) return undefined;
  const strange = new Set([...text].filter((letter) => !ALPHABET.includes(letter)));
  if (text.length !== LENGTH || strange.size === 0) return 'Un code compte six lettres et chiffres.';
  const said = [...strange].map((letter) => `«\u00a0${letter}\u00a0»`).join(', ');
  return `Aucun code ne contient ${said}\u00a0: relisez-le, ou demandez à votre client de l’épeler.`;
}

function signsOf(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

/** The code that somebody typed or scanned, in whatever case and groups; null: none. */
export function readCode(typed: string): string | null {
  const text = signsOf(typed);
  return text.length === LENGTH && [...text].every((letter) => ALPHABET.includes(letter)) ? text : null;
}
