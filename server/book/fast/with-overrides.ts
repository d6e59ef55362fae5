import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { type OwnOffer, paysMore } from '../branch-overrides.ts';
import { firstOf } from '../first-of.ts';
import type { BookOffer, CompanySelection, SelectionOffers, SideOffers } from '../rate-book.ts';
import { CachedOverrides, cacheOverrides } from './cached-offers.ts';
import type { FastSideOffers } from './fast-side-offers.ts';
import type { SideOverrides } from './side-overrides.ts';

type ScoreOf = (rate: Decimal) => Cents;
type IsBetter = (one: OwnOffer, other: BookOffer) => boolean;

/**
 * Offers with branch overrides: a company is represented by one that pays more than its others, or as much
 * nearer. Lists stay unchanged, and promoted companies are merged into the first offers.
 */
export function withOverrides(listed: FastSideOffers, own: SideOverrides): SideOffers {
  const { side } = own;
  // the override does not depend on the amount
  const ownOf = (some: CompanySelection | null, those: SelectionOffers, isBetter: IsBetter) =>
    cacheOverrides(listed.cachedOffers(some), own, () => {
      const named: number[] = [];
      let unlisted = 0;
      for (const [id, overrideIndex] of own.first(some && (some.overrides ?? new Map()))) {
        const other = those.offerOf(id, () => 0);
        if (!other) unlisted += 1;
        if (!other || isBetter(own.offer(overrideIndex), other)) named.push(overrideIndex);
      }
      return new CachedOverrides(own, Int32Array.from(named), unlisted);
    });
  const all = merged(
    listed,
    ownOf(null, listed, (one, other) => paysMore(side, one, other) > 0),
  );
  return {
    total: all.total,
    best: (limit, scoreOf) => all.best(limit, scoreOf),
    firstOf: (order, limit, scoreOf) => all.firstOf(order, limit, scoreOf),
    get overridesByCompany() {
      return all.overridesByCompany;
    },
    offerOf: (companyId, scoreOf) => all.offerOf(companyId, scoreOf),
    rankOf(companyId, scoreOf) {
      if (all === listed) return listed.rankOf(companyId, scoreOf);
      for (let most = 64; ; most *= 2) {
        const ranked = all.best(most, scoreOf);
        const place = ranked.findIndex(({ company }) => company.id === companyId) + 1;
        if (place > 0) return place;
        if (ranked.length < most) return null;
      }
    },
    among(some) {
      const those = listed.among(some);
      const isNearer = ({ branch }: OwnOffer) => some.overrides?.get(branch.id)?.isNearer === true;
      const own = ownOf(some, those, (one, other) => {
        const more = paysMore(side, one, other);
        return more > 0 || (more === 0 && isNearer(one));
      });
      return merged(those, own);
    },
  };
}

function merged(listed: SelectionOffers, cached: CachedOverrides): SelectionOffers {
  const { of, named, unlisted } = cached;
  // companies in no list are represented by theirs
  if (named.length === 0) return listed;
  const offerOf = (companyId: number, scoreOf: ScoreOf): BookOffer | null => {
    const own = cached.byCompany.get(companyId);
    return own ? { ...own, score: scoreOf(own.rate) } : listed.offerOf(companyId, scoreOf);
  };
  return {
    total: listed.total + unlisted,
    best(limit, scoreOf) {
      const others = listed.best(limit, scoreOf);
      const last = others[limit - 1];
      const owns: BookOffer[] = [];
      for (const overrideIndex of named) {
        const own = of.offer(overrideIndex);
        const offer = { ...own, score: scoreOf(own.rate) };
        // overrides that pay less are not among the first
        if (last && isWorse(offer, last)) break;
        owns.push(offer);
      }
      if (owns.length === 0) return others;
      // a listed company pays no less at its override, which replaces it
      const ids = new Set(owns.map(({ company }) => company.id));
      const best = others.filter(({ company }) => !ids.has(company.id));
      for (const own of owns) best.splice(insertionIndex(best, own), 0, own);
      return best.slice(0, limit);
    },
    firstOf(order, limit, scoreOf) {
      const make = () => firstOf(order, limit, (id) => offerOf(id, () => 0));
      return cached.firstOf(order, limit, make).map((one) => ({ ...one, score: scoreOf(one.rate) }));
    },
    get overridesByCompany() {
      return cached.byCompany;
    },
    offerOf: offerOf,
  };
}

function insertionIndex(ranked: readonly BookOffer[], one: BookOffer): number {
  let [low, high] = [0, ranked.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rankStandings(ranked[middle] as BookOffer, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWorse(one: BookOffer, other: BookOffer): boolean {
  return one.isFresh === other.isFresh ? one.score < other.score : other.isFresh;
}
