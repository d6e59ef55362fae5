import { branchRate } from '#domain/branches/branch-rate.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
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

/** False where all that take part have sheets of their own: what the bureau's rates say is paid nowhere. */
export function paysCompanyRates(branches: readonly BookBranch[], side: FixingSide): boolean {
  const taking = branches.filter((one) => takesPart(one, side));
  return taking.length === 0 || taking.some(({ rates }) => !rates);
}

/** A bureau's rates at its best branch of each side that has no sheet of its own; a side of which nothing is left is none. */
export function ratesAtBest(rates: Rates, branches: readonly BookBranch[]): Rates {
  const at = (side: FixingSide) =>
    rates[side] && paysCompanyRates(branches, side)
      ? branchRate(side, rates[side], bestPercent(branches, side))
      : null;
  return { ...rates, purchase: at('purchase'), sale: at('sale') };
}
