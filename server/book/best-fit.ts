import { branchRate } from '#domain/branches/branch-rate.ts';
import { compareDecimals, type Decimal } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import type { Columns } from './fixing-columns.ts';
import type { BookBranch, BookCompany, Rates } from './rate-book.ts';

/** Branch that may represent its company, with the squared chord to the place of a search, 0 without one. */
export type Fit = { readonly branch: BookBranch | null; readonly percent: number; readonly chord: number };

/** Branches that may represent one company: the best at its rates, and those with own rates by id. */
export type CompanyFit = { readonly atItsRates: Fit | null; readonly own: readonly Fit[] };

export type FitOffer = Columns & { readonly rate: Decimal; readonly isFresh: boolean; readonly fit: Fit };

export function takesPart({ sells, buysBack }: BookBranch, side: FixingSide): boolean {
  return side === 'sale' ? sells : buysBack;
}

/** true: pays more at the company's rates, then is nearer, then was added first. */
export function isBetterFit(one: BookBranch, chord: number, other: BookBranch, otherChord: number): boolean {
  return (one.percent - other.percent || otherChord - chord || other.id - one.id) > 0;
}

export function byId(fits: Fit[]): Fit[] {
  return fits.sort((a, b) => (a.branch?.id ?? 0) - (b.branch?.id ?? 0));
}

export function fitAmong(
  fits: readonly { readonly branch: BookBranch; readonly chord: number }[],
): CompanyFit {
  const own = fits.filter(({ branch }) => branch.rates).map((fit) => ({ ...fit, percent: 0 }));
  const [first, ...others] = fits.filter(({ branch }) => !branch.rates);
  const best = others.reduce(
    (a, b) => (a && isBetterFit(b.branch, b.chord, a.branch, a.chord) ? b : a),
    first,
  );
  return { atItsRates: best ? { ...best, percent: best.branch.percent } : null, own: byId(own) };
}

/** Listing of a company without a search, where only branches with own rates are named. */
export function listingFit({ branches }: BookCompany, side: FixingSide): CompanyFit {
  if (branches.length === 0) return { atItsRates: { branch: null, percent: 0, chord: 0 }, own: [] };
  const fits = branches.filter((branch) => takesPart(branch, side)).map((branch) => ({ branch, chord: 0 }));
  const { atItsRates, own } = fitAmong(fits);
  return { atItsRates: atItsRates && { ...atItsRates, branch: null }, own };
}

/** Offer of a company by its best fit: fresh, then by rate, then nearest, then at the company's rates. */
export function offerBy(
  { atItsRates, own }: CompanyFit,
  { code, side, since, rates }: { code: string; side: FixingSide; since: Since; rates: Rates | null },
): FitOffer | null {
  let best = atItsRates && offerOf(rates, side, since, atItsRates);
  for (const fit of own) {
    const offer = offerOf(fit.branch?.rates?.get(code), side, since, fit);
    if (!offer) continue;
    const more = best ? paysMore(side, offer, best) || best.fit.chord - fit.chord : 1;
    if (more > 0) best = offer;
  }
  return best;
}

function offerOf(rates: Rates | null | undefined, side: FixingSide, since: Since, fit: Fit): FitOffer | null {
  const fixed = rates?.[side];
  if (!rates || !fixed) return null;
  const { purchase, sale, ...columns } = rates;
  const freshness = freshnessOf(columns.updatedAt, since);
  const rate =
    freshness === 'stale' ? null : fit.branch?.rates ? fixed : branchRate(side, fixed, fit.percent);
  return rate && { ...columns, rate, isFresh: freshness === 'fresh', fit };
}

/** Fresh before to be confirmed, then by rate. */
function paysMore(side: FixingSide, one: FitOffer, other: FitOffer): number {
  const byRate = compareDecimals(one.rate, other.rate);
  return Number(one.isFresh) - Number(other.isFresh) || (side === 'sale' ? byRate : -byRate);
}
