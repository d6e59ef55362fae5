/*
 * What a search compares, in the browser and in the database: without case, accents or ligatures, and with one
 * space for whatever stands between words, apostrophes of every kind included. A sign of money is a letter here.
 *
 * The rules are lists, so that they depend on no locale and no version of Unicode: the function search_text of
 * PostgreSQL (migration 0013) has the same lists, and server/db/search.test.ts compares the two.
 */
const MARKS = /[\u0300-\u036f\ufe00-\ufe0f]/g;
const CAPITALS = /[A-ZÆŒØĐŁÞÐĦŊΑ-ΡΣ-ΩА-ЯЂЄЅІЈЉЊЋЏ]/g;
const RESPELLED = /[æœßþøđðłħıŋς]/g;
const SPELLING: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
};
// Control characters; ASCII but letters, digits and $; Latin-1 but letters and ¢ £ ¤ ¥; accents that stand alone,
// punctuation and symbols.
const BETWEEN_WORDS =
  /[\p{Cc} -#%-/:-@[-`{-\u00a1\u00a6-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02b0-\u02ff\u1680\u2000-\u209f\u2100-\u2bff\u3000-\u303f\ufeff]+/gu;

/** A word of fewer letters is looked for at the start of words alone: 'us' is no part of 'austral'. */
const MIDDLE_FROM = 3;

/** The form of a text that searches compare. Empty for a text without letters, digits or signs of money. */
export function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(CAPITALS, (letter) => letter.toLowerCase())
    .replace(RESPELLED, (letter) => SPELLING[letter] ?? letter)
    .replace(BETWEEN_WORDS, ' ')
    .replace(/^ | $/g, '');
}

/** How well a text is found: it begins so, it has words that begin so, or it holds it somewhere. */
export type Match = 'start' | 'words' | 'middle';

/** How a search finds a text, both given in their search form; null when it does not. */
export function matchOf(wanted: string, form: string): Match | null {
  if (wanted === '') return null;
  if (form.startsWith(wanted)) return 'start';
  const words = wordsOf(wanted);
  const begins = (word: string) => ` ${form}`.includes(` ${word}`);
  if (words.every(({ word }) => begins(word))) return 'words';
  return words.every(({ word, mayBeMiddle }) => (mayBeMiddle ? form.includes(word) : begins(word)))
    ? 'middle'
    : null;
}

/** The words of a search in its search form. */
export function wordsOf(wanted: string): { word: string; mayBeMiddle: boolean }[] {
  return wanted.split(' ').map((word) => ({ word, mayBeMiddle: word.length >= MIDDLE_FROM }));
}
