import { compareDecimals, type Decimal } from '../money/decimal.ts';

/** What the ranking needs to know of a bureau: its rate on the side asked, its place by name. */
export type Ranked = {
  readonly rate: Decimal;
  /** position of the company's name among all names (compareNames); no two of a list are equal */
  readonly nameRank: number;
};

const names = new Intl.Collator('fr');

/** The order of company names, in French; names that differ in no letter keep one order. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * The order in which a list of one side is kept. Whatever the amount, the amounts received never increase
 * along it: the highest `sale` gives the most, and the lowest `purchase` does.
 */
export function compareRates(a: Ranked, b: Ranked, offerIsBase: boolean): number {
  const byRate = compareDecimals(a.rate, b.rate);
  return (offerIsBase ? -byRate : byRate) || a.nameRank - b.nameRank;
}
