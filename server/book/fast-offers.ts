import type { Cents } from '#domain/money/cents.ts';
import { powerOfTen } from '#domain/money/decimal.ts';
import type { FitOffer } from './best-fit.ts';
import { type Found, keepLatest } from './branch-index.ts';
import { metresOf } from './branch-search.ts';
import type { Listed, Ranked, Selection } from './ranked-list.ts';
import { type RankedSide, UNLISTED } from './ranked-side.ts';
import type { BookCompany, PlacedOffers, ScoreOf } from './rate-book.ts';
import { tricks } from './tricks.ts';

/** Offer of a company at a place, with the squared chord to it. */
type Placed = { readonly offer: Ranked; readonly chord: number };

// First offers of a search by their rates, until the search or the side changes.
type Front = {
  readonly search: symbol;
  readonly side: RankedSide;
  readonly version: number;
  // null: asked for once, and made the second time
  readonly offers: readonly Ranked[] | null;
};
export type Fronts = Map<string, Front>;

/** More than an answer shows, since amounts that are equal after rounding rank by name. */
const OF_A_FRONT = 96;
const MOST_FRONTS = 4_000;

/** Offers of the companies that a search has found, read from the lists of all. */
export class FoundOffers implements PlacedOffers {
  readonly #side: RankedSide;
  readonly #found: Found;
  /** Kept under its key, that of the question with its side of a currency. */
  readonly #front: () => Front['offers'];

  constructor(side: RankedSide, found: Found, { fronts, key }: { fronts: Fronts; key: string }) {
    this.#side = side;
    this.#found = found;
    this.#front = () => {
      const known = fronts.get(key);
      const { search } = found;
      const { version } = side;
      const isSame = known?.search === search && known.side === side && known.version === version;
      const offers = isSame ? (known.offers ?? this.#rank(OF_A_FRONT, rateOf(side))) : null;
      keepLatest(fronts, key, { search, side, version, offers }, MOST_FRONTS);
      return offers;
    };
  }

  get total(): number {
    const { ages, market, side } = this.#side;
    return this.#found.total(this.#side, () => {
      let total = 0;
      for (const slot of this.#found.ordinary) total += Number(ages[slot] !== UNLISTED);
      for (const [slot, { own }] of this.#found.others) {
        const isSure =
          own.length === 0 && market.roster.isPlain[slot] && isSureRate(market.number(side, slot));
        total += Number(isSure ? ages[slot] !== UNLISTED : this.#offerOf(slot) !== null);
      }
      return total;
    });
  }

  best(limit: number, scoreOf: ScoreOf): readonly Ranked[] {
    const { ranks } = this.#side.market.roster;
    const front = tricks.fronts ? this.#front() : null;
    return (front && firstOf(front, { limit, scoreOf, ranks })) ?? this.#rank(limit, scoreOf);
  }

  #rank(limit: number, scoreOf: ScoreOf): readonly Ranked[] {
    const { fresh, toConfirm, unlisted, keys } = this.#side;
    // slots that may offer less than is listed of them
    const late = new Set([...unlisted].filter((slot) => this.#found.has(slot)));
    const offers = new Map<number, FitOffer>();
    const select = (isFresh: boolean): Selection => ({
      members: this.#found.members,
      isListed: (slot) => {
        if (this.#found.isOrdinary(slot)) return true;
        late.add(slot);
        return false;
      },
      late: () =>
        [...late].flatMap((slot) => {
          const offer = this.#offerOf(slot);
          if (offer?.isFresh !== isFresh) return [];
          offers.set(slot, offer);
          const { rate, updatedAt, fit } = offer;
          const [key, company, branch] = [keys[slot] ?? Number.NaN, this.#companyOf(slot), fit.branch];
          return [{ listed: { slot, key, company, rate, isFresh, updatedAt, branch }, score: scoreOf(rate) }];
        }),
      offer: ({ listed, score }) => {
        const offer = offers.get(listed.slot);
        return offer ? this.#ranked(listed.slot, offer, score) : this.#named(listed, score);
      },
    });
    const best = fresh.best(limit, scoreOf, select(true));
    if (best.length === limit) return best;
    return best.concat(toConfirm.best(limit - best.length, scoreOf, select(false)));
  }

  nearest(limit: number, scoreOf: ScoreOf): readonly Ranked[] {
    const placed: Placed[] = [];
    let farthest = Infinity;
    let fresh = 0;
    for (const slot of this.#found.nearest(this.#side.market.roster.companies)) {
      const one = this.#placed(slot, scoreOf);
      if (one) placed.push(one);
      if (one?.offer.isFresh && ++fresh === limit) {
        farthest = one.chord;
        break;
      }
    }
    // their representative depends on the currency
    for (const slot of this.#found.withOwn) {
      const one = this.#found.leastChordOf(slot) <= farthest ? this.#placed(slot, scoreOf) : null;
      if (one) placed.push(one);
    }
    // fresh before to be confirmed
    const inOrder = (a: Placed, b: Placed) =>
      Number(b.offer.isFresh) - Number(a.offer.isFresh) ||
      a.chord - b.chord ||
      a.offer.company.id - b.offer.company.id;
    return placed
      .sort(inOrder)
      .slice(0, limit)
      .map(({ offer }) => offer);
  }

  #placed(slot: number, scoreOf: ScoreOf): Placed | null {
    if (!this.#found.isOrdinary(slot)) {
      const offer = this.#offerOf(slot);
      return offer && { offer: this.#ranked(slot, offer, scoreOf(offer.rate)), chord: offer.fit.chord };
    }
    if (!this.#side.listOf(slot)) return null;
    const listed = this.#side.listed(slot);
    return { offer: this.#named(listed, scoreOf(listed.rate)), chord: this.#found.chordOf(slot) };
  }

  /** Offer of another company, whose own rates may have changed since the search. */
  #offerOf(slot: number): FitOffer | null {
    const [fit, company] = [this.#found.others.get(slot), this.#side.market.roster.companies[slot]];
    if (!fit || !company) return null;
    if (fit.own.length === 0) return this.#side.offerBy(slot, fit, this.#found.sort);
    const own = fit.own.map((one) => {
      return { ...one, branch: company.branches.find(({ id }) => id === one.branch?.id) ?? null };
    });
    return this.#side.offerBy(slot, { ...fit, own }, this.#found.sort);
  }

  #companyOf(slot: number): BookCompany {
    // a company that offers something is there
    return this.#side.market.roster.companies[slot] as BookCompany;
  }

  #named(listed: Listed, score: Cents): Ranked {
    const { slot, company, rate, isFresh, updatedAt } = listed;
    const branch = this.#found.branchOf(slot);
    const metres = this.#found.isNear ? metresOf(this.#found.chordOf(slot)) : null;
    return { slot, company, rate, isFresh, updatedAt, branch, metres, score };
  }

  #ranked(slot: number, { fit, rate, isFresh, updatedAt }: FitOffer, score: Cents): Ranked {
    const company = this.#companyOf(slot);
    const metres = this.#found.isNear ? metresOf(fit.chord) : null;
    return { slot, company, rate, isFresh, updatedAt, branch: fit.branch, metres, score };
  }
}

function rateOf({ side }: RankedSide): ScoreOf {
  const sign = side === 'sale' ? 1 : -1;
  return ({ units, scale }) => (sign * units) / powerOfTen(scale);
}

// null: equal amounts may go on behind the end of the front.
function firstOf(
  front: readonly Ranked[],
  { limit, scoreOf, ranks }: { limit: number; scoreOf: ScoreOf; ranks: Int32Array },
): readonly Ranked[] | null {
  const found: Ranked[] = [];
  for (const { slot, company, rate, isFresh, updatedAt, branch, metres } of front) {
    const score = scoreOf(rate);
    const last = found.at(-1);
    const isWorse = last && (last.score !== score || last.isFresh !== isFresh);
    if (isWorse && found.length >= limit) break;
    found.push({ slot, company, rate, isFresh, updatedAt, branch, metres, score });
  }
  if (found.length === OF_A_FRONT) return null;
  const inOrder = (a: Ranked, b: Ranked) =>
    Number(b.isFresh) - Number(a.isFresh) ||
    b.score - a.score ||
    (ranks[a.slot] as number) - (ranks[b.slot] as number);
  return found.sort(inOrder).slice(0, limit);
}

/** true: any percentage of it is a valid rate. */
function isSureRate(rate: number): boolean {
  return rate > 1e-7 && rate < 4e6;
}
