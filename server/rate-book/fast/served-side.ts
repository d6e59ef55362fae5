import { branchRate } from '#domain/branches/branch-rate.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { paysCompanyRates } from '../counters.ts';
import { firstOf } from '../first-of.ts';
import type { Among, Served, ServedAmong, Standing } from '../rate-book.ts';
import type { BestAmong } from './best-among.ts';
import { FRONT, Front, type Kept, standingFrom } from './front.ts';
import { countKept, keptAmong, keptOffer, type RankedAmong } from './kept-offers.ts';
import type { Market } from './market.ts';
import {
  LISTED,
  OTHER,
  type PlacedAmong,
  type PlacedCompany,
  type Places,
  placeAmong,
} from './placed-among.ts';
import type { RankedList, RankedSide } from './ranked-list.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** Of rates between these, something that is a rate is left at any percentage above this one. */
const SURE = [1e-7, 4e6] as const;
const LEAST_PERCENT = -5_000;
/** The finest step of a rate; and more than sums of doubles err by. */
const STEP = 1e-8;
const MORE = 1 + 1e-12;
type Rated = { readonly nameRank: number; readonly rate: Decimal };
type SomeRanked = { readonly placed: PlacedAmong; readonly ranked: RankedAmong };

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

  firstOf(order: Iterable<number>, limit: number, scoreOf: ScoreOf): Standing[] {
    return firstOf(order, limit, (id) => this.standingOf(id, scoreOf));
  }

  standingOf(companyId: number, scoreOf: ScoreOf): Standing | null {
    const found = this.#listOf(companyId);
    if (!found) return null;
    const { list, nameRank } = found;
    return this.#makeFrom(list)(nameRank, scoreOf(list.rate(nameRank)));
  }

  /** They are met on the way through the lists, since nobody pays more at another branch than at the one they are listed by. */
  among(some: Among): ServedAmong {
    const placed = placeAmong(some, this.#places, this.#side);
    const ranked = this.#ranked(some, placed);
    return {
      total: ranked.total,
      best: (limit, scoreOf) =>
        this.#fromBoth(
          limit,
          (list, most) =>
            this.#frontAmong(list, placed, ranked).best(most, scoreOf) ??
            this.#bestOf(list, { placed, ranked }, most, scoreOf),
        ),
      firstOf: (order, limit, scoreOf) =>
        this.#firstAmong(order, limit, { placed, ranked }).map((kept) =>
          standingFrom(kept, scoreOf(kept.rate)),
        ),
      standingOf: (companyId, scoreOf) => {
        const kept = this.#offerAmong(companyId, placed);
        return kept && standingFrom(kept, scoreOf(kept.rate));
      },
    };
  }

  #offerAmong(companyId: number, placed: PlacedAmong): Kept | null {
    const nameRank = this.#places.byId(companyId)?.nameRank ?? -1;
    if (placed.marks[nameRank] === LISTED) return this.#keptOffer(nameRank);
    const rate = placed.marks[nameRank] === OTHER ? this.#rateOf(nameRank, placed) : null;
    return rate && this.#keep(nameRank, rate);
  }

  /** The same for any amount. */
  #firstAmong(
    order: Iterable<number>,
    limit: number,
    { placed, ranked: { firsts } }: { placed: PlacedAmong; ranked: RankedAmong },
  ): readonly Kept[] {
    const known = firsts.get(order);
    if (known?.limit === limit) return known.offers;
    const offers = firstOf(order, limit, (id) => this.#offerAmong(id, placed));
    firsts.set(order, { limit, offers });
    countKept();
    return offers;
  }

  /** Who of some companies serves, counted once until a rate of this currency changes. */
  #ranked(some: Among, placed: PlacedAmong): RankedAmong {
    return keptAmong(this.#lists, some, () => this.#rank(placed));
  }

  #rank(placed: PlacedAmong): RankedAmong {
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
    return { total, unlisted, fronts: new Map(), few: new Map(), firsts: new WeakMap() };
  }

  /** The first of one list among some companies: what an amount is answered by, as long as these tell. */
  #frontAmong(list: RankedList, placed: PlacedAmong, ranked: RankedAmong): Front {
    const { fronts } = ranked;
    const known = fronts.get(list);
    if (known) return known;
    const some = { placed, ranked };
    const found: Rated[] = [];
    list.walk(placed.marks, this.#fewOf(list, some), (nameRank) => {
      if (placed.marks[nameRank] === LISTED) found.push({ nameRank, rate: list.rate(nameRank) });
      return found.length <= FRONT;
    });
    // one who pays less than so many who are listed is none of the first
    const least = found[FRONT] ? decimalNumber(found[FRONT].rate) : null;
    const others = this.#othersOf(list, some, least);
    const sign = this.#side === 'sale' ? -1 : 1;
    const worse = (a: Rated, b: Rated) =>
      sign * (decimalNumber(a.rate) - decimalNumber(b.rate)) || a.nameRank - b.nameRank;
    const inOrder = others.length === 0 ? found : [...found, ...others].sort(worse);
    const first = inOrder.slice(0, FRONT).map(({ nameRank, rate }) => {
      const isListed = placed.marks[nameRank] === LISTED;
      return (isListed && this.#keptOffer(nameRank)) || this.#keep(nameRank, rate);
    });
    const front = new Front(first, inOrder[FRONT]?.rate ?? null);
    fronts.set(list, front);
    return front;
  }

  /** The best of one list. */
  #bestOf(list: RankedList, some: SomeRanked, limit: number, scoreOf: ScoreOf): Standing[] {
    const { listed } = some.placed;
    const found = list.bestAmong(listed, this.#fewOf(list, some), limit, scoreOf);
    const others = this.#othersOf(list, some, found.next, found).map(({ nameRank, rate }) => {
      return { nameRank, rate, score: scoreOf(rate) };
    });
    const best =
      others.length === 0
        ? found.best
        : [...found.best, ...others]
            .sort((a, b) => b.score - a.score || a.nameRank - b.nameRank)
            .slice(0, limit);
    return best.map(({ nameRank, rate, score }) =>
      this.#market.standing(nameRank, this.#places.at(nameRank), rate, score),
    );
  }

  /** All of them by rank, where they are few. */
  #fewOf(list: RankedList, { placed: { few }, ranked }: SomeRanked): Int32Array | null {
    const order = few && (ranked.few.get(list) ?? list.inOrder(few));
    if (order) ranked.few.set(list, order);
    return order;
  }

  /**
   * Those that pay another percentage at the branch that fits, and may be as good as a list's best ones: better than `under`,
   * null for all of them. `run`: of those best ones, if who scores as the last of them comes after it by name is none.
   */
  #othersOf(
    list: RankedList,
    { placed, ranked }: SomeRanked,
    under: number | null,
    run?: BestAmong,
  ): Rated[] {
    const { others, ratios } = placed;
    const found: Rated[] = [];
    const take = (nameRank: number) => {
      const rate = this.#rateOf(nameRank, placed);
      if (rate) found.push({ nameRank, rate });
    };
    for (const nameRank of ranked.unlisted) if (this.#belongsTo(list, nameRank)) take(nameRank);
    const isSale = this.#side === 'sale';
    const lastName = run?.best.at(-1)?.nameRank ?? Infinity;
    const first = run?.first ?? Number.NaN;
    // no worse than what is paid by who is listed at so much, however both were rounded
    const boundOf = (listed: number, ratio: number) =>
      isSale ? (listed + STEP) * ratio * MORE : (listed - STEP) / ratio / MORE;
    const isUnder = (bound: number, rate: number) => (isSale ? bound <= rate : bound >= rate);
    for (let i = 0; i < others.length; i++) {
      const [nameRank, ratio] = [others[i] as number, ratios[i] as number];
      // nobody of this ratio is, nor of a lower one
      if (under !== null && isUnder(boundOf(list.bestNumber, ratio), under)) break;
      if (!list.isIn(nameRank)) continue;
      const bound = boundOf(list.rateNumber(nameRank), ratio);
      if (under !== null && (isUnder(bound, under) || (nameRank > lastName && isUnder(bound, first))))
        continue;
      take(nameRank);
    }
    return found;
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

  /** What a company offers that is in one of the lists, with what was written of it; null: it is in none. */
  #keptOffer(nameRank: number): Kept | null {
    return keptOffer(this.#lists, nameRank, () => {
      const list = this.#listAt(nameRank);
      return list ? this.#keep(nameRank, list.rate(nameRank)) : null;
    });
  }

  /** Whether what a company fixed is as fresh, or as old, as what is in the list. */
  #belongsTo(list: RankedList, nameRank: number): boolean {
    return this.#market.isFresh(nameRank) === (list === this.#lists.fresh);
  }

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
