const names = new Intl.Collator('fr');

/** The order of company names, in French; names that differ in no letter keep one order. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}
