/** Characters that are not confused when read or spoken: no B 8, I L 1, O 0, S 5, Z 2. */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY34679';
export const CODE_LENGTH = 6;

export const CODES = ALPHABET.length ** CODE_LENGTH;

/** Bijection from 0 … CODES − 1. */
export function codeOf(number: number): string {
  let rest = number;
  return Array.from({ length: CODE_LENGTH }, () => {
    const letter = ALPHABET.charAt(rest % ALPHABET.length);
    rest = Math.floor(rest / ALPHABET.length);
    return letter;
  }).join('');
}

export function findWrongCode(typed: string): string | undefined {
  const text = signsOf(typed);
  if (readCode(text) !== null) return undefined;
  const strange = new Set([...text].filter((letter) => !ALPHABET.includes(letter)));
  if (text.length !== CODE_LENGTH) return 'Un code compte six lettres et chiffres.';
  const letters = [...strange].map((letter) => `«\u00a0${letter}\u00a0»`).join(', ');
  return `Aucun code ne contient ${letters}\u00a0: relisez-le, ou demandez à votre client de l’épeler.`;
}

function signsOf(typed: string): string {
  return typed.replace(/[\s.-]/g, '').toUpperCase();
}

export function readCode(typed: string): string | null {
  const text = signsOf(typed);
  return text.length === CODE_LENGTH && [...text].every((letter) => ALPHABET.includes(letter)) ? text : null;
}
