import { compareDecimals } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { freshnessOf, type Since } from '#domain/rates/freshness.ts';
import { takesPart } from './counters.ts';
import type { BookBranch, BookCompany, BookOffer, Rates } from './rate-book.ts';

/** Offer of a branch with own rates, not stale. */
export type OwnOffer = Omit<BookOffer, 'score' | 'branch'> & { readonly branch: BookBranch };

type OverrideRates = { readonly company: BookCompany; readonly branch: BookBranch; readonly rates: Rates };

export class BranchOverrides {
  readonly #companies = new Map<number, BookCompany>();
  /** Keyed by company, so that a change leaves the others untouched. */
  readonly #byCode = new Map<string, Map<number, OverrideRates[]>>();

  set(company: BookCompany): boolean {
    const had = this.remove(company.id);
    if (!company.branches.some(({ rates }) => rates)) return had;
    this.#companies.set(company.id, company);
    for (const branch of company.branches) {
      for (const [code, rates] of branch.rates ?? []) {
        const ofCode = this.#byCode.get(code) ?? new Map<number, OverrideRates[]>();
        const sheets = ofCode.get(company.id) ?? [];
        sheets.push({ company, branch, rates });
        this.#byCode.set(code, ofCode.set(company.id, sheets));
      }
    }
    return true;
  }

  remove(id: number): boolean {
    const company = this.#companies.get(id);
    for (const { rates } of company?.branches ?? []) {
      for (const code of rates?.keys() ?? []) this.#byCode.get(code)?.delete(id);
    }
    return this.#companies.delete(id);
  }

  offers(code: string, side: FixingSide, since: Since): OwnOffer[] {
    const sheets = [...(this.#byCode.get(code)?.values() ?? [])].flat();
    return sheets.flatMap(({ company, branch, rates }) => {
      const offer = takesPart(branch, side) ? offerOf(rates, side, since) : null;
      return offer ? [{ ...offer, company, branch }] : [];
    });
  }
}

function offerOf({ purchase, sale, ...rest }: Rates, side: FixingSide, since: Since) {
  const rate = side === 'sale' ? sale : purchase;
  const freshness = freshnessOf(rest.updatedAt, since);
  return rate && freshness !== 'stale' ? { ...rest, rate, isFresh: freshness === 'fresh' } : null;
}

/** Fresh before to be confirmed, then by rate. */
export function paysMore(
  side: FixingSide,
  one: Pick<OwnOffer, 'isFresh' | 'rate'>,
  other: Pick<OwnOffer, 'isFresh' | 'rate'>,
): number {
  const byRate = compareDecimals(one.rate, other.rate);
  return Number(one.isFresh) - Number(other.isFresh) || (side === 'sale' ? byRate : -byRate);
}
