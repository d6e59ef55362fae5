import { branchRate } from '#domain/branches/branch-rate.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import type { Side } from '../counters.ts';
import type { Among, BookCompany, Rates, Served, ServedAmong, Standing } from '../rate-book.ts';
import type { Market, RankedSide } from './market.ts';
import type { RankedList } from './ranked-list.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** `percents`: what its listed rates are over its own (counters.ts), by side. */
export type PlacedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<Side, number>>;
};

/** What a side of a market asks of its book. */
type Places = {
  at(nameRank: number): PlacedCompany;
  byId(id: number): PlacedCompany | undefined;
  /** What a company itself fixed; null where it does not serve the currency. */
  ownRates(company: PlacedCompany): Rates | null;
};

/** Who serves one side of a currency, from its two lists: made for one comparison. */
export class ServedSide implements Served {
  readonly total: number;
  readonly #market: Market;
  readonly #lists: RankedSide;
  readonly #side: Side;
  readonly #places: Places;

  constructor(market: Market, lists: RankedSide, side: Side, places: Places) {
    this.total = lists.fresh.length + lists.toConfirm.length;
    this.#market = market;
    this.#lists = lists;
    this.#side = side;
    this.#places = places;
  }

  best(limit: number, scoreOf: ScoreOf): readonly Standing[] {
    return this.#fromBoth(limit, (list, most) => list.best(most, scoreOf, this.#makeFrom(list)));
  }

  placeOf(companyId: number, scoreOf: ScoreOf): number | null {
    const { list, nameRank } = this.#listOf(companyId) ?? {};
    if (!list) return null;
    const place = list.placeOf(nameRank as number, scoreOf);
    return place && place + (list === this.#lists.fresh ? 0 : this.#lists.fresh.length);
  }

  standingOf(companyId: number, scoreOf: ScoreOf): Standing | null {
    const found = this.#listOf(companyId);
    if (!found) return null;
    const { list, nameRank } = found;
    return this.#makeFrom(list)(nameRank, scoreOf(list.rate(nameRank)));
  }

  /**
   * Those whose best fitting branch is the one that they are listed by are read from the lists; the few others, whose
   * fitting branches pay less, one by one.
   */
  among(some: Among): ServedAmong {
    const isListed = ({ id, percents }: PlacedCompany) => some.percentOf(id) === percents[this.#side];
    const known = some.ids.flatMap((id) => this.#places.byId(id) ?? []);
    const others = known.filter((company) => !isListed(company));
    const standingOf = (companyId: number, scoreOf: ScoreOf) => {
      const company = this.#places.byId(companyId);
      const percent = some.percentOf(companyId);
      if (!company || percent === null) return null;
      return isListed(company)
        ? this.standingOf(companyId, scoreOf)
        : this.#standingAt(company, percent, scoreOf);
    };
    return {
      total: known.reduce((count, { id }) => count + (standingOf(id, () => 0) ? 1 : 0), 0),
      best: (limit, scoreOf) => {
        const listed = this.#fromBoth(limit, (list, most) =>
          list.bestIn((nameRank) => isListed(this.#places.at(nameRank)), most, scoreOf, this.#makeFrom(list)),
        );
        if (others.length === 0) return listed;
        const rest = others.flatMap(({ id }) => standingOf(id, scoreOf) ?? []);
        return [...listed, ...rest].sort(rankStandings).slice(0, limit);
      },
      standingOf,
    };
  }

  /** What a company offers at a branch that it is not listed by. */
  #standingAt(company: PlacedCompany, percent: number, scoreOf: ScoreOf): Standing | null {
    const own = this.#places.ownRates(company)?.[this.#side];
    const rate = own && branchRate(this.#side, own, percent);
    if (!rate || !this.#market.isCompared(company.nameRank)) return null;
    return this.#market.standing(company.nameRank, company, rate, scoreOf(rate));
  }

  #fromBoth(limit: number, bestOf: (list: RankedList, limit: number) => Standing[]): readonly Standing[] {
    const { fresh, toConfirm } = this.#lists;
    const best = bestOf(fresh, limit);
    if (best.length === limit || toConfirm.length === 0) return best;
    return best.concat(bestOf(toConfirm, limit - best.length));
  }

  #makeFrom(list: RankedList) {
    return (nameRank: number, score: Cents) =>
      this.#market.standing(nameRank, this.#places.at(nameRank), list.rate(nameRank), score);
  }

  /** The list in which a company stands. */
  #listOf(companyId: number): { list: RankedList; nameRank: number } | null {
    const nameRank = this.#places.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    const list = [this.#lists.fresh, this.#lists.toConfirm].find((one) => one.has(nameRank));
    return list ? { list, nameRank } : null;
  }
}
