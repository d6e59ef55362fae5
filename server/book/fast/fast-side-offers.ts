import { branchRate } from '#domain/branches/branch-rate.ts';
import type { Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { paysCompanyRates } from '../counters.ts';
import { firstOf } from '../first-of.ts';
import type { BookOffer, CompanySelection, SelectionOffers, SideOffers } from '../rate-book.ts';
import type { BestAmong } from './best-among.ts';
import { hasBit } from './bits.ts';
import { addCachedBytes, CachedOffers, type CachedOfList, cachedOffersOf } from './cached-offers.ts';
import { FRONT } from './front.ts';
import type { Market } from './market.ts';
import { type Offer, OfferColumns } from './offer-columns.ts';
import type { RankedList, RankedSide } from './ranked-list.ts';
import {
  type RankedCompany,
  type RankedSelection,
  rankSelection,
  type SideData,
} from './ranked-selection.ts';
import { SelectionFront } from './selection-front.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** Rates between which any percentage above this leaves a valid rate. */
const SURE = [1e-7, 4e6] as const;
const LEAST_PERCENT = -5_000;
/** Finest step of a rate, above the error of sums of doubles. */
const STEP = 1e-8;
const MORE = 1 + 1e-12;
/** Cache key for an unfiltered search. */
const ALL: CompanySelection = { ids: [], percents: [] };
const NO_OVERRIDES: SideOffers['overridesByCompany'] = new Map();
type Rated = { readonly nameRank: number; readonly rate: Decimal };
type SomeRanked = { readonly selection: RankedSelection; readonly ranked: CachedOffers };

/** Offers of one side of a currency from its two lists, made for one comparison. */
export class FastSideOffers implements SideOffers {
  readonly total: number;
  readonly overridesByCompany = NO_OVERRIDES;
  readonly #market: Market;
  readonly #lists: RankedSide;
  readonly #side: FixingSide;
  readonly #sideData: SideData;

  constructor(market: Market, lists: RankedSide, side: FixingSide, sideData: SideData) {
    this.total = lists.fresh.length + lists.toConfirm.length;
    this.#market = market;
    this.#lists = lists;
    this.#side = side;
    this.#sideData = sideData;
  }

  best(limit: number, scoreOf: ScoreOf): readonly BookOffer[] {
    return this.#fromBoth(
      limit,
      (list, most) =>
        list.front(this.#cache).best(most, scoreOf) ?? list.best(most, scoreOf, this.#makeFrom(list)),
    );
  }

  rankOf(companyId: number, scoreOf: ScoreOf): number | null {
    const { list, nameRank } = this.#listOf(companyId) ?? {};
    if (!list) return null;
    const place = list.rankOf(nameRank as number, scoreOf);
    return place && place + (list === this.#lists.fresh ? 0 : this.#lists.fresh.length);
  }

  firstOf(order: Iterable<number>, limit: number, scoreOf: ScoreOf): BookOffer[] {
    return firstOf(order, limit, (id) => this.offerOf(id, scoreOf));
  }

  offerOf(companyId: number, scoreOf: ScoreOf): BookOffer | null {
    const found = this.#listOf(companyId);
    if (!found) return null;
    const { list, nameRank } = found;
    return this.#makeFrom(list)(nameRank, scoreOf(list.rate(nameRank)));
  }

  /** Cached offers of some companies, or of all, until a fixing changes. */
  cachedOffers(some: CompanySelection | null): CachedOffers {
    if (!some) return cachedOffersOf(this.#lists, ALL, () => new CachedOffers(this.total, []));
    return cachedOffersOf(this.#lists, some, () => this.#rank(rankSelection(some, this.#sideData)));
  }

  /** Filters while walking the lists, which is right because no branch pays more than the listed one. */
  among(some: CompanySelection): SelectionOffers {
    const selection = rankSelection(some, this.#sideData);
    const ranked = this.cachedOffers(some);
    const those = { selection: selection, ranked };
    return {
      total: ranked.total,
      overridesByCompany: NO_OVERRIDES,
      best: (limit, scoreOf) =>
        this.#fromBoth(
          limit,
          (list, most) =>
            this.#frontAmong(list, those).best({ limit: most, scoreOf, companyAt: this.#sideData.at }) ??
            this.#bestOf(list, those, most, scoreOf),
        ),
      firstOf: (order, limit, scoreOf) => {
        const offers = this.#firstAmong(order, limit, those);
        return Array.from({ length: offers.length }, (_, i) => {
          const [company, rate] = [this.#sideData.at(offers.nameRank(i)), offers.rate(i)];
          return offers.offerAt(i, company, rate, scoreOf(rate));
        });
      },
      offerOf: (companyId, scoreOf) => {
        const offer = this.#offerAmong(companyId, selection);
        if (!offer) return null;
        const { nameRank, ...rest } = offer;
        return { ...rest, company: this.#sideData.at(nameRank), score: scoreOf(rest.rate) };
      },
    };
  }

  #offerAmong(companyId: number, selection: RankedSelection): Offer | null {
    const nameRank = this.#sideData.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    let rate: Decimal | null = null;
    if (hasBit(selection.listed, nameRank)) rate = this.#listAt(nameRank)?.rate(nameRank) ?? null;
    else if (hasBit(selection.other, nameRank)) rate = this.#rateOf(nameRank, selection);
    return rate && this.#market.offer(nameRank, rate, selection.indexOf(nameRank));
  }

  #firstAmong(order: Iterable<number>, limit: number, { selection, ranked }: SomeRanked): OfferColumns {
    const { firsts } = ranked;
    if (firsts?.order === order && firsts.limit === limit) return firsts.offers;
    const offers = new OfferColumns(firstOf(order, limit, (id) => this.#offerAmong(id, selection)));
    ranked.firsts = { order, limit, offers };
    addCachedBytes(offers.weight);
    return offers;
  }

  #rank({ listed, other, others, percents, leastPercent }: RankedSelection): CachedOffers {
    const { fresh, toConfirm } = this.#lists;
    let total = fresh.countIn(listed) + toConfirm.countIn(listed);
    if (others.length === 0) return new CachedOffers(total, []);
    const isSure = leastPercent > LEAST_PERCENT && fresh.isBetween(...SURE) && toConfirm.isBetween(...SURE);
    if (isSure) total += fresh.countIn(other) + toConfirm.countIn(other);
    const unlisted: number[] = [];
    for (let i = 0; i < others.length; i++) {
      const nameRank = others[i] as number;
      const isListed = fresh.isIn(nameRank) || toConfirm.isIn(nameRank);
      if (isListed && isSure) continue;
      if (!this.#rateAt(this.#sideData.at(nameRank), percents[i] as number)) continue;
      total += 1;
      if (!isListed) unlisted.push(i);
    }
    return new CachedOffers(total, unlisted);
  }

  /** First offers of one list among some companies, valid for any amount that they decide. */
  #frontAmong(list: RankedList, some: SomeRanked): SelectionFront {
    const cached = this.#cachedOf(list, some);
    if (cached.front) return cached.front;
    const { selection } = some;
    const listed = list.firstAmong(selection.listed, this.#fewOf(list, some), FRONT + 1);
    const found = listed.map((nameRank) => ({ nameRank, rate: list.rate(nameRank) }));
    // a company below that many listed ones is not among the first
    const least = found[FRONT] ? decimalNumber(found[FRONT].rate) : null;
    const others = this.#othersOf(list, some, least);
    const sign = this.#side === 'sale' ? -1 : 1;
    const worse = (a: Rated, b: Rated) =>
      sign * (decimalNumber(a.rate) - decimalNumber(b.rate)) || a.nameRank - b.nameRank;
    const inOrder = others.length === 0 ? found : [...found, ...others].sort(worse);
    const first = inOrder.slice(0, FRONT).map(({ nameRank, rate }) => {
      return this.#market.offer(nameRank, rate, selection.indexOf(nameRank));
    });
    cached.front = new SelectionFront(first, inOrder[FRONT]?.rate ?? null);
    addCachedBytes(cached.front.weight);
    return cached.front;
  }

  #bestOf(list: RankedList, some: SomeRanked, limit: number, scoreOf: ScoreOf): BookOffer[] {
    const { listed } = some.selection;
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
      this.#market.offerAt(nameRank, this.#sideData.at(nameRank), rate, score),
    );
  }

  #fewOf(list: RankedList, some: SomeRanked): Int32Array | null {
    const { few } = some.selection;
    const cached = this.#cachedOf(list, some);
    if (!few || cached.few) return cached.few;
    cached.few = list.inOrder(few);
    addCachedBytes(cached.few.byteLength);
    return cached.few;
  }

  #cachedOf(list: RankedList, { ranked }: SomeRanked): CachedOfList {
    return list === this.#lists.fresh ? ranked.fresh : ranked.toConfirm;
  }

  /**
   * Companies with another percentage at the matching branch that may reach a list's best offers: above
   * `under`, null for all. `run`: whether equals of the last one count.
   */
  #othersOf(
    list: RankedList,
    { selection, ranked }: SomeRanked,
    under: number | null,
    run?: BestAmong,
  ): Rated[] {
    const { others, ratios, percents } = selection;
    const found: Rated[] = [];
    const take = (i: number) => {
      const nameRank = others[i] as number;
      const rate = this.#rateAt(this.#sideData.at(nameRank), percents[i] as number);
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

  #rateOf(nameRank: number, { others, percents }: RankedSelection): Decimal | null {
    // most of thousands of companies may not serve the currency
    if (!this.#market.isCompared(nameRank)) return null;
    return this.#rateAt(this.#sideData.at(nameRank), percents[others.indexOf(nameRank)] as number);
  }

  #rateAt(company: RankedCompany, percent: number): Decimal | null {
    const isPaid = company.isListedAsFixed || paysCompanyRates(company.branches, this.#side);
    if (!isPaid || !this.#market.isCompared(company.nameRank)) return null;
    const fixed = this.#sideData.fixedRates(company)?.[this.#side];
    return fixed ? branchRate(this.#side, fixed, percent) : null;
  }

  #fromBoth(limit: number, bestOf: (list: RankedList, limit: number) => BookOffer[]): readonly BookOffer[] {
    const { fresh, toConfirm } = this.#lists;
    const best = bestOf(fresh, limit);
    if (best.length === limit) return best;
    return best.concat(bestOf(toConfirm, limit - best.length));
  }

  readonly #cache = (nameRank: number, rate: Decimal) =>
    this.#market.cachedOffers(nameRank, this.#sideData.at(nameRank), rate);

  #belongsTo(list: RankedList, nameRank: number): boolean {
    return this.#market.isFresh(nameRank) === (list === this.#lists.fresh);
  }

  #makeFrom(list: RankedList) {
    return (nameRank: number, score: Cents) =>
      this.#market.offerAt(nameRank, this.#sideData.at(nameRank), list.rate(nameRank), score);
  }

  #listAt(nameRank: number): RankedList | undefined {
    const { fresh, toConfirm } = this.#lists;
    return fresh.has(nameRank) ? fresh : toConfirm.has(nameRank) ? toConfirm : undefined;
  }

  #listOf(companyId: number): { list: RankedList; nameRank: number } | null {
    const nameRank = this.#sideData.byId(companyId)?.nameRank;
    if (nameRank === undefined) return null;
    const list = this.#listAt(nameRank);
    return list ? { list, nameRank } : null;
  }
}
