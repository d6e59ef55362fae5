import type { Cents } from '../money/cents.ts';

const names = new Intl.Collator('fr');

/** The order of company names, in French; names that differ in no letter keep one order. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The order of offers (contract 2): what is fresh first, then the highest score, ties by company name. */
export function rankStandings(a: Ranked, b: Ranked): number {
  return (
    Number(b.isFresh) - Number(a.isFresh) || b.score - a.score || compareNames(a.company.name, b.company.name)
  );
}

type Ranked = {
  readonly isFresh: boolean;
  readonly score: Cents;
  readonly company: { readonly name: string };
};
