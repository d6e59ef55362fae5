/** “mardi 1er décembre” of “mardi 1 décembre”, which Intl writes. */
export function writeFirstOfMonth(day: string): string {
  return day.replace(/\b1(?= |$)/, '1er');
}
