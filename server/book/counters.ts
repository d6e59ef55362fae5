import { branchRate } from '#domain/branches/branch-rate.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import type { BookBranch, Rates } from './rate-book.ts';

/** Whether a branch takes part in what travellers are offered at this side of its bureau's rates. */
export function takesPart({ sells, buysBack }: BookBranch, side: FixingSide): boolean {
  return side === 'sale' ? sells : buysBack;
}

/** By how much the best of these branches hands over more than the bureau's rates say; 0 where none takes part. */
export function bestPercent(branches: readonly BookBranch[], side: FixingSide): number {
  const percents = branches.filter((one) => !one.rates && takesPart(one, side)).map(({ percent }) => percent);
  return percents.length > 0 ? percents.reduce((best, one) => Math.max(best, one)) : 0;
}

/**
 * Whether what the bureau's rates say is paid anywhere: by itself where it has no branch, and by a branch that takes part and has no sheet
 * of its own.
 */
export function paysCompanyRates(branches: readonly BookBranch[], side: FixingSide): boolean {
  return branches.length === 0 || branches.some((one) => !one.rates && takesPart(one, side));
}

/** A bureau's rates at its best branch of each side that has no sheet of its own; a side of which nothing is left is none. */
export function ratesAtBest(rates: Rates, branches: readonly BookBranch[]): Rates {
  const at = (side: FixingSide) =>
    rates[side] && paysCompanyRates(branches, side)
      ? branchRate(side, rates[side], bestPercent(branches, side))
      : null;
  return { ...rates, purchase: at('purchase'), sale: at('sale') };
}
