/** '4 min de lecture', which a line never breaks. */
export function sayReadingTime(minutes: number): string {
  return `${minutes}\u00a0min de\u00a0lecture`;
}
