import { branchRate } from '#domain/branches/branch-rate.ts';
import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { paysCompanyRates } from '../counters.ts';
import { firstOf } from '../first-of.ts';
import type { Among, Served, ServedAmong, Standing } from '../rate-book.ts';
import type { BestAmong } from './best-among.ts';
import { hasBit } from './bits.ts';
import { FRONT } from './front.ts';
import { FrontAmong } from './front-among.ts';
import { countKept, type KeptOfList, keptAmong, RankedAmong } from './kept-offers.ts';
import type { Market } from './market.ts';
import { type Offer, OfferColumns } from './offer-columns.ts';
import { type PlacedAmong, type PlacedCompany, type Places, placeAmong } from './placed-among.ts';
import type { RankedList, RankedSide } from './ranked-list.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** Rates between which any percentage above this leaves a valid rate. */
const SURE = [1e-7, 4e6] as const;
const LEAST_PERCENT = -5_000;
/** Finest step of a rate, above the error of sums of doubles. */
const STEP = 1e-8;
const MORE = 1 + 1e-12;
/** Cache key for an unfiltered search. */
const ALL: Among = { ids: [], percents: [] };
const NO_COUNTERS: Served['ownCounters'] = new Map();
type Rated = { readonly nameRank: number; readonly rate: Decimal };
type SomeRanked = { readonly placed: PlacedAmong; readonly ranked: RankedAmong };

/** Offers of one side of a currency from its two lists, made for one comparison. */
export class ServedSide implements Served {
  readonly total: number;
  readonly ownCounters = NO_COUNTERS;
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

  /** Cached offers of some companies, or of all, until a fixing changes. */
  kept(some: Among | null): RankedAmong {
    if (!some) return keptAmong(this.#lists, ALL, () => new RankedAmong(this.total, []));
    return keptAmong(this.#lists, some, () => this.#rank(placeAmong(some, this.#places)));
  }

  /** Filters while walking the lists, which is right because no branch pays more than the listed one. */
  among(some: Among): ServedAmong {
    const placed = placeAmong(some, this.#places);
    const ranked = this.kept(some);
    const those = { placed, ranked };
    return {
      total: ranked.total,
      ownCounters: NO_COUNTERS,
      best: (limit, scoreOf) =>
        this.#fromBoth(
          limit,
          (list, most) =>
            this.#frontAmong(list, those).best({ limit: most, scoreOf, companyAt: this.#places.at }) ??
            this.#bestOf(list, those, most, scoreOf),
        ),
      firstOf: (order, limit, scoreOf) => {
        const offers = this.#firstAmong(order, limit, those);
        return Array.from({ length: offers.length }, (_, i) => {
          const [company, rate] = [this.#places.at(offers.nameRank(i)), offers.rate(i)];
          return offers.standing(i, company, rate, scoreOf(rate));
        });
      },
      standingOf: (companyId, scoreOf) => {
        const offer = this.#offerAmong(companyId, placed);
        if (!offer) return null;
        const { nameRank, ...rest } = offer;
        return { ...rest, company: this.#places.at(nameRank), score: scoreOf(rest.rate) };
      },
    };
  }

  #offerAmong(companyId: number, placed: PlacedAmong): Offer | null {
    const nameRank = this.#places.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    let rate: Decimal | null = null;
    if (hasBit(placed.listed, nameRank)) rate = this.#listAt(nameRank)?.rate(nameRank) ?? null;
    else if (hasBit(placed.other, nameRank)) rate = this.#rateOf(nameRank, placed);
    return rate && this.#market.offer(nameRank, rate, placed.nthOf(nameRank));
  }

  #firstAmong(order: Iterable<number>, limit: number, { placed, ranked }: SomeRanked): OfferColumns {
    const { firsts } = ranked;
    if (firsts?.order === order && firsts.limit === limit) return firsts.offers;
    const offers = new OfferColumns(firstOf(order, limit, (id) => this.#offerAmong(id, placed)));
    ranked.firsts = { order, limit, offers };
    countKept(offers.weight);
    return offers;
  }

  #rank({ listed, other, others, percents, leastPercent }: PlacedAmong): RankedAmong {
    const { fresh, toConfirm } = this.#lists;
    let total = fresh.countIn(listed) + toConfirm.countIn(listed);
    if (others.length === 0) return new RankedAmong(total, []);
    const isSure = leastPercent > LEAST_PERCENT && fresh.isBetween(...SURE) && toConfirm.isBetween(...SURE);
    if (isSure) total += fresh.countIn(other) + toConfirm.countIn(other);
    const unlisted: number[] = [];
    for (let i = 0; i < others.length; i++) {
      const nameRank = others[i] as number;
      const isListed = fresh.isIn(nameRank) || toConfirm.isIn(nameRank);
      if (isListed && isSure) continue;
      if (!this.#rateAt(this.#places.at(nameRank), percents[i] as number)) continue;
      total += 1;
      if (!isListed) unlisted.push(i);
    }
    return new RankedAmong(total, unlisted);
  }

  /** First offers of one list among some companies, valid for any amount that they decide. */
  #frontAmong(list: RankedList, some: SomeRanked): FrontAmong {
    const kept = this.#keptOf(list, some);
    if (kept.front) return kept.front;
    const { placed } = some;
    const listed = list.firstAmong(placed.listed, this.#fewOf(list, some), FRONT + 1);
    const found = listed.map((nameRank) => ({ nameRank, rate: list.rate(nameRank) }));
    // a company below that many listed ones is not among the first
    const least = found[FRONT] ? decimalNumber(found[FRONT].rate) : null;
    const others = this.#othersOf(list, some, least);
    const sign = this.#side === 'sale' ? -1 : 1;
    const worse = (a: Rated, b: Rated) =>
      sign * (decimalNumber(a.rate) - decimalNumber(b.rate)) || a.nameRank - b.nameRank;
    const inOrder = others.length === 0 ? found : [...found, ...others].sort(worse);
    const first = inOrder.slice(0, FRONT).map(({ nameRank, rate }) => {
      return this.#market.offer(nameRank, rate, placed.nthOf(nameRank));
    });
    kept.front = new FrontAmong(first, inOrder[FRONT]?.rate ?? null);
    countKept(kept.front.weight);
    return kept.front;
  }

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

  #fewOf(list: RankedList, some: SomeRanked): Int32Array | null {
    const { few } = some.placed;
    const kept = this.#keptOf(list, some);
    if (!few || kept.few) return kept.few;
    kept.few = list.inOrder(few);
    countKept(kept.few.byteLength);
    return kept.few;
  }

  #keptOf(list: RankedList, { ranked }: SomeRanked): KeptOfList {
    return list === this.#lists.fresh ? ranked.fresh : ranked.toConfirm;
  }

  /**
   * Companies with another percentage at the matching branch that may reach a list's best offers: above
   * `under`, null for all. `run`: whether equals of the last one count.
   */
  #othersOf(
    list: RankedList,
    { placed, ranked }: SomeRanked,
    under: number | null,
    run?: BestAmong,
  ): Rated[] {
    const { others, ratios, percents } = placed;
    const found: Rated[] = [];
    const take = (i: number) => {
      const nameRank = others[i] as number;
      const rate = this.#rateAt(this.#places.at(nameRank), percents[i] as number);
      if (rate) found.push({ nameRank, rate });
    };
    for (const i of ranked.unlisted) if (this.#belongsTo(list, others[i] as number)) take(i);
    const isSale = this.#side === 'sale';
    const lastName = run?.best.at(-1)?.nameRank ?? Infinity;
    const first = run?.first ?? Number.NaN;
    // an upper bound of the rate at this ratio, however both are rounded
    const boundOf = (listed: number, ratio: number) =>
      isSale ? (listed + STEP) * ratio * MORE : (listed - STEP) / ratio / MORE;
    const isUnder = (bound: number, rate: number) => (isSale ? bound <= rate : bound >= rate);
    for (let i = 0; i < others.length; i++) {
      const [nameRank, ratio] = [others[i] as number, ratios[i] as number];
      // lower ratios follow
      if (under !== null && isUnder(boundOf(list.bestNumber, ratio), under)) break;
      if (!list.isIn(nameRank)) continue;
      const bound = boundOf(list.rateNumber(nameRank), ratio);
      if (under !== null && (isUnder(bound, under) || (nameRank > lastName && isUnder(bound, first))))
        continue;
      take(i);
    }
    return found;
  }

  #rateOf(nameRank: number, { others, percents }: PlacedAmong): Decimal | null {
    // most of thousands of companies may not serve the currency
    if (!this.#market.isCompared(nameRank)) return null;
    return this.#rateAt(this.#places.at(nameRank), percents[others.indexOf(nameRank)] as number);
  }

  #rateAt(company: PlacedCompany, percent: number): Decimal | null {
    const isPaid = company.isListedAsFixed || paysCompanyRates(company.branches, this.#side);
    if (!isPaid || !this.#market.isCompared(company.nameRank)) return null;
    const fixed = this.#places.fixedRates(company)?.[this.#side];
    return fixed ? branchRate(this.#side, fixed, percent) : null;
  }

  #fromBoth(limit: number, bestOf: (list: RankedList, limit: number) => Standing[]): readonly Standing[] {
    const { fresh, toConfirm } = this.#lists;
    const best = bestOf(fresh, limit);
    if (best.length === limit) return best;
    return best.concat(bestOf(toConfirm, limit - best.length));
  }

  readonly #keep = (nameRank: number, rate: Decimal) =>
    this.#market.kept(nameRank, this.#places.at(nameRank), rate);

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

  #listOf(companyId: number): { list: RankedList; nameRank: number } | null {
    const nameRank = this.#places.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    const list = this.#listAt(nameRank);
    return list ? { list, nameRank } : null;
  }
}
