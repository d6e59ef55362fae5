import { branchRate } from '#domain/branches/branch-rate.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { BookBranch, Rates } from './rate-book.ts';

export function takesPart({ sells, buysBack }: BookBranch, side: FixingSide): boolean {
  return side === 'sale' ? sells : buysBack;
}

/** Highest percentage among these branches. 0: none takes part. */
export function bestPercent(branches: readonly BookBranch[], side: FixingSide): number {
  const percents = branches.filter((one) => !one.rates && takesPart(one, side)).map(({ percent }) => percent);
  return percents.length > 0 ? percents.reduce((best, one) => Math.max(best, one)) : 0;
}

/**
 * true where the company's own rates are paid: it has no branch, or one that takes part without own rates.
 */
export function paysCompanyRates(branches: readonly BookBranch[], side: FixingSide): boolean {
  return branches.length === 0 || branches.some((one) => !one.rates && takesPart(one, side));
}

/** Rates at the best branch without own rates, by side. A side below the finest rate is missing. */
export function ratesAtBest(rates: Rates, branches: readonly BookBranch[]): Rates {
  const at = (side: FixingSide) =>
    rates[side] && paysCompanyRates(branches, side)
      ? branchRate(side, rates[side], bestPercent(branches, side))
      : null;
  return { ...rates, purchase: at('purchase'), sale: at('sale') };
}
