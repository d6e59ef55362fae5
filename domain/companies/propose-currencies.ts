import { frequency } from '../currencies/search.ts';

export type CurrencyDemand = {
  readonly code: string;
  // Times that offers of it were shown.
  readonly shown: number;
  // Companies that fix it.
  readonly companies: number;
};

const MOST_PROPOSED = 40;

// Currencies for a first sheet: those most asked for, then most fixed, then most frequent.
export function proposeCurrencies(demand: readonly CurrencyDemand[]): string[] {
  return demand
    .toSorted(
      (a, b) =>
        b.shown - a.shown ||
        b.companies - a.companies ||
        frequency(a) - frequency(b) ||
        (a.code < b.code ? -1 : 1),
    )
    .slice(0, MOST_PROPOSED)
    .map(({ code }) => code);
}
