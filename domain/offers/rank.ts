import type { Cents } from '../money/cents.ts';

const names = new Intl.Collator('fr');

/** The order of company names, in French; names that differ in no letter keep one order. */
export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** The order of offers (contract 2): the highest score first, ties by company name. */
export function rankStandings(a: Ranked, b: Ranked): number {
  return b.score - a.score || compareNames(a.company.name, b.company.name);
}

type Ranked = { readonly score: Cents; readonly company: { readonly name: string } };
