// control characters, lone surrogates, separators, zero-width spaces and direction marks
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/** Line that reads as stored: no header injection, hidden or reordered text. */
export function isPlainText(text: string): boolean {
  return !INVISIBLE.test(text);
}
