import { branchRate } from '#domain/branches/branch-rate.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { paysCompanyRates } from '../counters.ts';
import type { Among, BookCompany, Rates, Served, ServedAmong, Standing } from '../rate-book.ts';
import type { Market, RankedSide } from './market.ts';
import type { RankedList } from './ranked-list.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** `percents`: what its listed rates are over its own (counters.ts), by side. */
export type PlacedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<FixingSide, number>>;
  /** it is listed at the very rates that it fixed */
  readonly isListedAsFixed: boolean;
};

/** A company at a branch that pays another rate than the listed one. */
type Other = { readonly company: PlacedCompany; readonly rate: Decimal };

/**
 * Some companies by the places of their names: who is listed by the branch that fits, and who pays another percentage at
 * it. It is of one side and one state of the branches of one book, as a FoundBranches is (branch-index.ts).
 */
type PlacedAmong = {
  readonly isIn: Uint8Array;
  readonly ranks: readonly number[];
  /** by their ids, since what else is known of a company may change meanwhile */
  readonly atOther: readonly (readonly [companyId: number, percent: number])[];
};
const placedAmong = new WeakMap<Among, PlacedAmong>();

/** What a side of a market asks of its book. */
type Places = {
  readonly count: number;
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
  readonly #side: FixingSide;
  readonly #places: Places;

  constructor(market: Market, lists: RankedSide, side: FixingSide, places: Places) {
    this.total = lists.fresh.length + lists.toConfirm.length;
    this.#market = market;
    this.#lists = lists;
    this.#side = side;
    this.#places = places;
  }

  best(limit: number, scoreOf: ScoreOf): readonly Standing[] {
    return this.#fromBoth(
      limit,
      (list, most) =>
        list.front(this.#keep).best(most, scoreOf) ?? list.best(most, scoreOf, this.#makeFrom(list)),
    );
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
    const { isIn, ranks, atOther } = this.#placed(some);
    const listed = ranks.filter((nameRank) => this.#isListed(nameRank));
    const others = new Map<number, Other>();
    for (const [id, percent] of atOther) {
      const company = this.#places.byId(id);
      const rate = company && this.#rateAt(company, percent);
      if (rate) others.set(id, { company, rate });
    }
    const standing = ({ company, rate }: Other, scoreOf: ScoreOf) =>
      this.#market.standing(company.nameRank, company, rate, scoreOf(rate));
    return {
      total: listed.length + others.size,
      best: (limit, scoreOf) => {
        const best = this.#fromBoth(limit, (list, most) =>
          list.bestIn({ isIn, listed }, most, scoreOf, this.#makeFrom(list)),
        );
        if (others.size === 0) return best;
        const rest = Array.from(others.values(), (other) => standing(other, scoreOf));
        return [...best, ...rest].sort(rankStandings).slice(0, limit);
      },
      standingOf: (companyId, scoreOf) => {
        const company = this.#places.byId(companyId);
        if (company && isIn[company.nameRank] === 1) return this.standingOf(companyId, scoreOf);
        const other = others.get(companyId);
        return other ? standing(other, scoreOf) : null;
      },
    };
  }

  /** Where those companies are in this book; kept with what was asked, until a branch changes. */
  #placed(some: Among): PlacedAmong {
    const known = placedAmong.get(some);
    if (known) return known;
    const isIn = new Uint8Array(this.#places.count);
    const ranks: number[] = [];
    const atOther: [number, number][] = [];
    for (const [i, id] of some.ids.entries()) {
      const company = this.#places.byId(id);
      const percent = some.percents[i] as number;
      if (!company) continue;
      if (percent !== company.percents[this.#side]) atOther.push([id, percent]);
      else {
        isIn[company.nameRank] = 1;
        ranks.push(company.nameRank);
      }
    }
    const placed = { isIn, ranks, atOther };
    placedAmong.set(some, placed);
    return placed;
  }

  /** What a company pays at a branch that it is not listed by; null: nothing that is compared. */
  #rateAt(company: PlacedCompany, percent: number): Decimal | null {
    const isPaid = company.isListedAsFixed || paysCompanyRates(company.branches, this.#side);
    if (!isPaid || !this.#market.isCompared(company.nameRank)) return null;
    const own = this.#places.ownRates(company)?.[this.#side];
    return own ? branchRate(this.#side, own, percent) : null;
  }

  #fromBoth(limit: number, bestOf: (list: RankedList, limit: number) => Standing[]): readonly Standing[] {
    const { fresh, toConfirm } = this.#lists;
    const best = bestOf(fresh, limit);
    if (best.length === limit || toConfirm.length === 0) return best;
    return best.concat(bestOf(toConfirm, limit - best.length));
  }

  readonly #keep = (nameRank: number, rate: Decimal) =>
    this.#market.kept(nameRank, this.#places.at(nameRank), rate);

  #makeFrom(list: RankedList) {
    return (nameRank: number, score: Cents) =>
      this.#market.standing(nameRank, this.#places.at(nameRank), list.rate(nameRank), score);
  }

  #isListed(nameRank: number): boolean {
    return this.#lists.fresh.has(nameRank) || this.#lists.toConfirm.has(nameRank);
  }

  /** The list in which a company stands. */
  #listOf(companyId: number): { list: RankedList; nameRank: number } | null {
    const nameRank = this.#places.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    const list = [this.#lists.fresh, this.#lists.toConfirm].find((one) => one.has(nameRank));
    return list ? { list, nameRank } : null;
  }
}
