import type { Cents } from '../money/cents.ts';

const names = new Intl.Collator('fr');

export function compareNames(a: string, b: string): number {
  return names.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Fresh first, then highest score, ties by company name (contract 2). */
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
