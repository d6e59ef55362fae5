/*
 * Normalisation of searched texts in browser and database: no case, accents or ligatures, and one space between
 * words. Lists depend on no locale or Unicode version, and server/db/search.test.ts compares them with PostgreSQL's
 * search_text (migration 0013).
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
// control characters, ASCII without letters, digits and $, Latin-1 without letters and ¢ £ ¤ ¥, combining
// accents, punctuation and symbols
const BETWEEN_WORDS =
  /[\p{Cc} -#%-/:-@[-`{-\u00a1\u00a6-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02b0-\u02ff\u1680\u2000-\u209f\u2100-\u2bff\u3000-\u303f\ufeff]+/gu;

/** Letters from which a word matches inside another: 'us' is no part of 'austral'. */
const MIDDLE_FROM = 3;

/** Normalised form of a text. Empty without letters, digits or currency signs. */
export function searchForm(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(CAPITALS, (letter) => letter.toLowerCase())
    .replace(RESPELLED, (letter) => SPELLING[letter] ?? letter)
    .replace(BETWEEN_WORDS, ' ')
    .replace(/^ | $/g, '');
}

/** Beginning of the text, beginnings of words, or substring. */
export type Match = 'start' | 'words' | 'middle';

/** Match of two normalised texts. null: none. */
export function matchOf(query: string, form: string): Match | null {
  if (query === '') return null;
  if (form.startsWith(query)) return 'start';
  const words = wordsOf(query);
  const begins = (word: string) => ` ${form}`.includes(` ${word}`);
  if (words.every(({ word }) => begins(word))) return 'words';
  return words.every(({ word, mayBeMiddle }) => (mayBeMiddle ? form.includes(word) : begins(word)))
    ? 'middle'
    : null;
}

export function wordsOf(query: string): { word: string; mayBeMiddle: boolean }[] {
  return query.split(' ').map((word) => ({ word, mayBeMiddle: word.length >= MIDDLE_FROM }));
}
