import { branchRate } from '#domain/branches/branch-rate.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { Cents } from '#domain/money/cents.ts';
import type { Decimal } from '#domain/money/decimal.ts';
import { paysCompanyRates } from '../counters.ts';
import type { Among, BookCompany, Rates, Served, ServedAmong, Standing } from '../rate-book.ts';
import type { Market, RankedSide } from './market.ts';
import { flipBit, type RankedList } from './ranked-list.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** `percents`: what its listed rates are over its own (counters.ts), by side. */
export type PlacedCompany = BookCompany & {
  readonly nameRank: number;
  readonly percents: Readonly<Record<FixingSide, number>>;
  /** it is listed at the very rates that it fixed */
  readonly isListedAsFixed: boolean;
};

/** By their places: not among those that are asked for, listed by the branch that fits, paying another percentage at it. */
const [LISTED, OTHER] = [1, 2];
/** Of rates between these, something that is a rate is left at any percentage above this one. */
const SURE = [1e-7, 4e6] as const;
const LEAST_PERCENT = -5_000;
/** So few are put in order by themselves. */
const FEW = 200;

/**
 * Some companies by the places of their names. It is of one side and one state of the branches of one book, as a
 * FoundBranches is (branch-index.ts); what else is known of a company may change meanwhile.
 */
type PlacedAmong = {
  readonly marks: Uint8Array;
  /** those that are listed by the branch that fits, a bit each */
  readonly listed: Uint32Array;
  readonly others: Int32Array;
  /** what the others pay at the branch that fits, as of BookBranch; and the least of it */
  readonly percents: ReadonlyMap<number, number>;
  readonly leastPercent: number;
  /** all of them, if they are few */
  readonly few: readonly number[] | null;
};
const placedAmong = new WeakMap<Among, PlacedAmong>();

type Candidate = { readonly nameRank: number; readonly rate: Decimal; readonly score: Cents };

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

  /** They are met on the way through the lists, since nobody pays more at another branch than at the one they are listed by. */
  among(some: Among): ServedAmong {
    const placed = this.#placed(some);
    const { fresh, toConfirm } = this.#lists;
    const isSure =
      placed.leastPercent > LEAST_PERCENT && fresh.isBetween(...SURE) && toConfirm.isBetween(...SURE);
    let total = fresh.countIn(placed.listed) + toConfirm.countIn(placed.listed);
    const unlisted: number[] = [];
    for (const nameRank of placed.others) {
      const isListed = fresh.isIn(nameRank) || toConfirm.isIn(nameRank);
      if (!(isListed && isSure) && !this.#rateOf(nameRank, placed)) continue;
      total += 1;
      if (!isListed) unlisted.push(nameRank);
    }
    return {
      total,
      best: (limit, scoreOf) =>
        this.#fromBoth(limit, (list, most) => this.#bestOf(list, { placed, unlisted }, most, scoreOf)),
      standingOf: (companyId, scoreOf) => {
        const company = this.#places.byId(companyId);
        if (company && placed.marks[company.nameRank] === LISTED) return this.standingOf(companyId, scoreOf);
        if (!company || placed.marks[company.nameRank] !== OTHER) return null;
        const rate = this.#rateOf(company.nameRank, placed);
        return rate && this.#market.standing(company.nameRank, company, rate, scoreOf(rate));
      },
    };
  }

  /** The best of one list; `unlisted`: those that pay something only where they are not listed by it. */
  #bestOf(
    list: RankedList,
    { placed, unlisted }: { placed: PlacedAmong; unlisted: readonly number[] },
    limit: number,
    scoreOf: ScoreOf,
  ): Standing[] {
    const best: Candidate[] = [];
    const others: Candidate[] = [];
    const meetOther = (nameRank: number) => {
      const rate = this.#rateOf(nameRank, placed);
      if (rate) others.push({ nameRank, rate, score: scoreOf(rate) });
    };
    for (const nameRank of unlisted)
      if (this.#market.isFresh(nameRank) === (list === this.#lists.fresh)) meetOther(nameRank);
    let run: Cents = Number.NaN;
    list.walk(placed.marks, placed.few, (nameRank) => {
      const rate = list.rate(nameRank);
      const score = scoreOf(rate);
      if (score !== run) {
        run = score;
        // whoever comes from here on scores no more than this
        const before = others.length > 0 ? others.filter((other) => other.score > score).length : 0;
        if (best.length + before >= limit) return false;
      }
      if (placed.marks[nameRank] === LISTED) best.push({ nameRank, rate, score });
      else meetOther(nameRank);
      return true;
    });
    return [...best, ...others]
      .sort((a, b) => b.score - a.score || a.nameRank - b.nameRank)
      .slice(0, limit)
      .map(({ nameRank, rate, score }) =>
        this.#market.standing(nameRank, this.#places.at(nameRank), rate, score),
      );
  }

  /** Where those companies are in this book; kept with what was asked, until a branch changes. */
  #placed(some: Among): PlacedAmong {
    const known = placedAmong.get(some);
    if (known) return known;
    const { count } = this.#places;
    const [marks, listed] = [new Uint8Array(count), new Uint32Array(Math.ceil(count / 32))];
    const others = new Map<number, number>();
    const ranks: number[] = [];
    for (const [i, id] of some.ids.entries()) {
      const company = this.#places.byId(id);
      if (!company) continue;
      const { nameRank, percents } = company;
      const percent = some.percents[i] as number;
      const isListed = percent === percents[this.#side];
      marks[nameRank] = isListed ? LISTED : OTHER;
      if (isListed) flipBit(listed, nameRank);
      else others.set(nameRank, percent);
      ranks.push(nameRank);
    }
    const placed = {
      marks,
      listed,
      others: Int32Array.from(others.keys()),
      percents: others,
      leastPercent: Math.min(0, ...others.values()),
      few: ranks.length < FEW ? ranks : null,
    };
    placedAmong.set(some, placed);
    return placed;
  }

  /** What one of the others pays at the branch that fits. */
  #rateOf(nameRank: number, { percents }: PlacedAmong): Decimal | null {
    return this.#rateAt(this.#places.at(nameRank), percents.get(nameRank) as number);
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
    if (best.length === limit) return best;
    return best.concat(bestOf(toConfirm, limit - best.length));
  }

  readonly #keep = (nameRank: number, rate: Decimal) =>
    this.#market.kept(nameRank, this.#places.at(nameRank), rate);

  #makeFrom(list: RankedList) {
    return (nameRank: number, score: Cents) =>
      this.#market.standing(nameRank, this.#places.at(nameRank), list.rate(nameRank), score);
  }

  #listAt(nameRank: number): RankedList | undefined {
    const { fresh, toConfirm } = this.#lists;
    return fresh.has(nameRank) ? fresh : toConfirm.has(nameRank) ? toConfirm : undefined;
  }

  /** The list in which a company stands. */
  #listOf(companyId: number): { list: RankedList; nameRank: number } | null {
    const nameRank = this.#places.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    const list = this.#listAt(nameRank);
    return list ? { list, nameRank } : null;
  }
}
