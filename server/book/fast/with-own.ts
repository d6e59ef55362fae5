import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { firstOf } from '../first-of.ts';
import { type OwnOffer, paysMore } from '../own-counters.ts';
import type { Among, Served, ServedAmong, Standing } from '../rate-book.ts';
import { KeptOwn, keepOwn } from './kept-offers.ts';
import type { OwnSide } from './own-side.ts';
import type { ServedSide } from './served-side.ts';

type ScoreOf = (rate: Decimal) => Cents;
type IsBetter = (one: OwnOffer, other: Standing) => boolean;

/**
 * Offers with branch overrides: a company is represented by one that pays more than its others, or as much
 * nearer. Lists stay unchanged, and promoted companies are merged into the first offers.
 */
export function withOwn(listed: ServedSide, own: OwnSide): Served {
  const { side } = own;
  // the override does not depend on the amount
  const ownOf = (some: Among | null, those: ServedAmong, isBetter: IsBetter) =>
    keepOwn(listed.kept(some), own, () => {
      const named: number[] = [];
      let unlisted = 0;
      for (const [id, turn] of own.first(some && (some.own ?? new Map()))) {
        const other = those.standingOf(id, () => 0);
        if (!other) unlisted += 1;
        if (!other || isBetter(own.offer(turn), other)) named.push(turn);
      }
      return new KeptOwn(own, Int32Array.from(named), unlisted);
    });
  const all = merged(
    listed,
    ownOf(null, listed, (one, other) => paysMore(side, one, other) > 0),
  );
  return {
    total: all.total,
    best: (limit, scoreOf) => all.best(limit, scoreOf),
    firstOf: (order, limit, scoreOf) => all.firstOf(order, limit, scoreOf),
    get ownCounters() {
      return all.ownCounters;
    },
    standingOf: (companyId, scoreOf) => all.standingOf(companyId, scoreOf),
    placeOf(companyId, scoreOf) {
      if (all === listed) return listed.placeOf(companyId, scoreOf);
      for (let most = 64; ; most *= 2) {
        const ranked = all.best(most, scoreOf);
        const place = ranked.findIndex(({ company }) => company.id === companyId) + 1;
        if (place > 0) return place;
        if (ranked.length < most) return null;
      }
    },
    among(some) {
      const those = listed.among(some);
      const isNearer = ({ branch }: OwnOffer) => some.own?.get(branch.id)?.isNearer === true;
      const own = ownOf(some, those, (one, other) => {
        const more = paysMore(side, one, other);
        return more > 0 || (more === 0 && isNearer(one));
      });
      return merged(those, own);
    },
  };
}

function merged(listed: ServedAmong, kept: KeptOwn): ServedAmong {
  const { of, named, unlisted } = kept;
  // companies in no list are represented by theirs
  if (named.length === 0) return listed;
  const standingOf = (companyId: number, scoreOf: ScoreOf): Standing | null => {
    const own = kept.byCompany.get(companyId);
    return own ? { ...own, score: scoreOf(own.rate) } : listed.standingOf(companyId, scoreOf);
  };
  return {
    total: listed.total + unlisted,
    best(limit, scoreOf) {
      const others = listed.best(limit, scoreOf);
      const last = others[limit - 1];
      const owns: Standing[] = [];
      for (const turn of named) {
        const own = of.offer(turn);
        const standing = { ...own, score: scoreOf(own.rate) };
        // overrides that pay less are not among the first
        if (last && isWorse(standing, last)) break;
        owns.push(standing);
      }
      if (owns.length === 0) return others;
      // a listed company pays no less at its override, which replaces it
      const ids = new Set(owns.map(({ company }) => company.id));
      const best = others.filter(({ company }) => !ids.has(company.id));
      for (const own of owns) best.splice(placeIn(best, own), 0, own);
      return best.slice(0, limit);
    },
    firstOf(order, limit, scoreOf) {
      const make = () => firstOf(order, limit, (id) => standingOf(id, () => 0));
      return kept.firstOf(order, limit, make).map((one) => ({ ...one, score: scoreOf(one.rate) }));
    },
    get ownCounters() {
      return kept.byCompany;
    },
    standingOf,
  };
}

function placeIn(ranked: readonly Standing[], one: Standing): number {
  let [low, high] = [0, ranked.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rankStandings(ranked[middle] as Standing, one) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isWorse(one: Standing, other: Standing): boolean {
  return one.isFresh === other.isFresh ? one.score < other.score : other.isFresh;
}
