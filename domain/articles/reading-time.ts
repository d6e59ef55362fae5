const WORDS_A_MINUTE = 200;

/** How long a text takes to read, in whole minutes, at least 1. Markdown's own signs are no words. */
export function readingTime(text: string): number {
  const words = text.split(/\s/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
