import { branchRate } from '#domain/branches/branch-rate.ts';
import { compareDecimals, type Decimal } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import type { Columns } from './fixing-columns.ts';
import type { BookBranch, BookCompany, Rates, Sort } from './rate-book.ts';

/** Matching branch, with the squared chord to the place of a search, 0 without one. */
type Match = { readonly branch: BookBranch; readonly chord: number };

export type Fit = { readonly branch: BookBranch | null; readonly percent: number; readonly chord: number };

/** Branches that may represent one company: the best at its rates, and those with own rates by id. */
export type CompanyFit = { readonly atItsRates: Fit | null; readonly own: readonly Fit[] };

export type FitOffer = Columns & { readonly rate: Decimal; readonly isFresh: boolean; readonly fit: Fit };

export function takesPart({ sells, buysBack }: BookBranch, side: FixingSide): boolean {
  return side === 'sale' ? sells : buysBack;
}

/** true: pays more at the company's rates, then is nearer, or the reverse by distance; then was added first. */
export function isBetterFit(one: Match, other: Match, sort: Sort): boolean {
  const [more, nearer] = [one.branch.percent - other.branch.percent, other.chord - one.chord];
  const first = other.branch.id - one.branch.id;
  return (sort === 'distance' ? nearer || more || first : more || nearer || first) > 0;
}

export function byId(fits: Fit[]): Fit[] {
  return fits.sort((a, b) => (a.branch?.id ?? 0) - (b.branch?.id ?? 0));
}

export function fitAmong(fits: readonly Match[], sort: Sort): CompanyFit {
  const own = fits.filter(({ branch }) => branch.rates).map((fit) => ({ ...fit, percent: 0 }));
  const [first, ...others] = fits.filter(({ branch }) => !branch.rates);
  const best = others.reduce((a, b) => (a && isBetterFit(b, a, sort) ? b : a), first);
  return { atItsRates: best ? { ...best, percent: best.branch.percent } : null, own: byId(own) };
}

/** Listing of a company without a search, where only branches with own rates are named. */
export function listingFit({ branches }: Pick<BookCompany, 'branches'>, side: FixingSide): CompanyFit {
  if (branches.length === 0) return { atItsRates: { branch: null, percent: 0, chord: 0 }, own: [] };
  const fits = branches.filter((branch) => takesPart(branch, side)).map((branch) => ({ branch, chord: 0 }));
  const { atItsRates, own } = fitAmong(fits, 'amount');
  // a literal: a spread whose branch is replaced is of a shape for which V8 compiles its readers again and again
  return { atItsRates: atItsRates && { branch: null, percent: atItsRates.percent, chord: 0 }, own };
}

type OfferedBy = { code: string; side: FixingSide; since: Since; rates: Rates | null; sort: Sort };

/** Offer of a company: fresh, then by rate and distance in the order of `sort`, then at the company's rates. */
export function offerBy(
  { atItsRates, own }: CompanyFit,
  { code, side, since, rates, sort }: OfferedBy,
): FitOffer | null {
  let best = atItsRates && offerOf(rates, side, since, atItsRates);
  for (const fit of own) {
    const offer = offerOf(fit.branch?.rates?.get(code), side, since, fit);
    if (!offer) continue;
    if (!best || isBetterOffer(offer, best, side, sort)) best = offer;
  }
  return best;
}

function offerOf(rates: Rates | null | undefined, side: FixingSide, since: Since, fit: Fit): FitOffer | null {
  const fixed = rates?.[side];
  if (!rates || !fixed) return null;
  const { updatedAt } = rates;
  const freshness = freshnessOf(updatedAt, since);
  const rate =
    freshness === 'stale' ? null : fit.branch?.rates ? fixed : branchRate(side, fixed, fit.percent);
  return rate && { updatedAt, rate, isFresh: freshness === 'fresh', fit };
}

function isBetterOffer(one: FitOffer, other: FitOffer, side: FixingSide, sort: Sort): boolean {
  const fresher = Number(one.isFresh) - Number(other.isFresh);
  const more = compareDecimals(one.rate, other.rate) * (side === 'sale' ? 1 : -1);
  const nearer = other.fit.chord - one.fit.chord;
  return (fresher || (sort === 'distance' ? nearer || more : more || nearer)) > 0;
}
