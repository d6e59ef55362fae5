import type { FixingSide } from '#domain/fixings/draft.ts';
import { freshnessOf, type Since } from '#domain/fixings/freshness.ts';
import { compareDecimals } from '#domain/money/decimal.ts';
import { takesPart } from './counters.ts';
import type { BookBranch, BookCompany, Rates, Standing } from './rate-book.ts';

/** What a branch with a sheet of its own pays on one side, where it is not stale. */
export type OwnOffer = Omit<Standing, 'score' | 'branch'> & { readonly branch: BookBranch };

type OwnSheet = { readonly company: BookCompany; readonly branch: BookBranch; readonly rates: Rates };

/** The counters with sheets of their own, by the currencies that they fixed. */
export class OwnCounters {
  readonly #companies = new Map<number, BookCompany>();
  /** made at the first question after a change */
  #byCode: ReadonlyMap<string, readonly OwnSheet[]> | null = null;

  /** A company as it now is. False: it has no such counter, and had none. */
  set(company: BookCompany): boolean {
    if (!company.branches.some(({ rates }) => rates)) return this.remove(company.id);
    this.#companies.set(company.id, company);
    this.#byCode = null;
    return true;
  }

  /** False: it had none. */
  remove(id: number): boolean {
    const had = this.#companies.delete(id);
    if (had) this.#byCode = null;
    return had;
  }

  offers(code: string, side: FixingSide, since: Since): OwnOffer[] {
    if (this.#companies.size === 0) return [];
    this.#byCode ??= this.#indexed();
    return (this.#byCode.get(code) ?? []).flatMap(({ company, branch, rates }) => {
      const offer = takesPart(branch, side) ? offerOf(rates, side, since) : null;
      return offer ? [{ ...offer, company, branch }] : [];
    });
  }

  #indexed() {
    const byCode = new Map<string, OwnSheet[]>();
    for (const company of this.#companies.values()) {
      for (const branch of company.branches) {
        for (const [code, rates] of branch.rates ?? []) {
          const known = byCode.get(code) ?? [];
          known.push({ company, branch, rates });
          byCode.set(code, known);
        }
      }
    }
    return byCode;
  }
}

function offerOf({ purchase, sale, ...rest }: Rates, side: FixingSide, since: Since) {
  const rate = side === 'sale' ? sale : purchase;
  const freshness = freshnessOf(rest.updatedAt, since);
  return rate && freshness !== 'stale' ? { ...rest, rate, isFresh: freshness === 'fresh' } : null;
}

/** Who hands over more: what is fresh before what is to be confirmed, then by the rate. */
export function paysMore(
  side: FixingSide,
  one: Pick<OwnOffer, 'isFresh' | 'rate'>,
  other: Pick<OwnOffer, 'isFresh' | 'rate'>,
): number {
  const byRate = compareDecimals(one.rate, other.rate);
  return Number(one.isFresh) - Number(other.isFresh) || (side === 'sale' ? byRate : -byRate);
}
