// Control characters, halves of a character, line and paragraph separators, spaces without a width, and marks
// that turn the direction of what follows.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/u;

/**
 * True for a text of one line that reads as it is stored: nothing in it starts a line of a mail's header, hides,
 * or shows the rest in another order.
 */
export function isPlainText(text: string): boolean {
  return !UNSEEN.test(text);
}
