import type { FixingSide } from '#domain/fixings/draft.ts';
import { freshnessOf, type Since } from '#domain/fixings/freshness.ts';
import type { Cents } from '#domain/money/cents.ts';
import { compareDecimals, type Decimal } from '#domain/money/decimal.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { takesPart } from './counters.ts';
import { firstOf } from './first-of.ts';
import type { BookBranch, BookCompany, Rates, Served, ServedAmong, Standing } from './rate-book.ts';

type ScoreOf = (rate: Decimal) => Cents;

/** What a branch with a sheet of its own pays on one side, where it is not stale. */
export type OwnOffer = Omit<Standing, 'score' | 'branch'> & { readonly branch: BookBranch };

type OwnSheet = { readonly company: BookCompany; readonly branch: BookBranch; readonly rates: Rates };

/** The counters with sheets of their own, by the currencies that they fixed: a comparison looks at those of its own alone. */
export class OwnCounters {
  readonly #companies = new Map<number, BookCompany>();
  /** made at the first question after a change */
  #byCode: ReadonlyMap<string, readonly OwnSheet[]> | null = null;

  /** A company as it now is. */
  set(company: BookCompany): void {
    const hasSome = company.branches.some(({ rates }) => rates);
    if (!hasSome && !this.#companies.has(company.id)) return;
    if (hasSome) this.#companies.set(company.id, company);
    else this.#companies.delete(company.id);
    this.#byCode = null;
  }

  remove(id: number): void {
    if (this.#companies.delete(id)) this.#byCode = null;
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

/**
 * The order in which a company's counters with sheets of their own are named: who pays more, then the nearest, then the one
 * that was added first.
 */
function byPayAndWay(side: FixingSide, metresTo: (offer: OwnOffer) => number) {
  return (one: OwnOffer, other: OwnOffer): number =>
    paysMore(side, other, one) || metresTo(one) - metresTo(other) || one.branch.id - other.branch.id;
}

/**
 * The same who serve, with those counters that have a sheet of their own: a company is listed by one of them where it pays
 * more than the others do, or as much nearer. The lists stay as they are: who is moved up by such a counter only moves others
 * down, so that the first ones of all are among the first ones of the lists and these few.
 */
export function withOwn(listed: Served, offers: readonly OwnOffer[], side: FixingSide): Served {
  if (offers.length === 0) return listed;
  const isBetter = (one: OwnOffer, other: Standing) => paysMore(side, one, other) > 0;
  const all = merged(listed, offers.toSorted(byPayAndWay(side, () => 0)), isBetter);
  return {
    ...all,
    placeOf(companyId, scoreOf) {
      for (let most = 64; ; most *= 2) {
        const ranked = all.best(most, scoreOf);
        const place = ranked.findIndex(({ company }) => company.id === companyId) + 1;
        if (place > 0) return place;
        if (ranked.length < most) return null;
      }
    },
    among(some) {
      const { own } = some;
      const fitting = offers.filter(({ branch }) => own?.has(branch.id));
      fitting.sort(byPayAndWay(side, ({ branch }) => own?.get(branch.id)?.metres ?? 0));
      const isNearer = ({ branch }: OwnOffer) => own?.get(branch.id)?.isNearer === true;
      return merged(listed.among(some), fitting, (one, other) => {
        const more = paysMore(side, one, other);
        return more > 0 || (more === 0 && isNearer(one));
      });
    },
  };
}

/** `offers`: of a company, the first one counts. */
function merged(
  listed: ServedAmong,
  offers: readonly OwnOffer[],
  isBetter: (one: OwnOffer, other: Standing) => boolean,
): ServedAmong {
  const first = new Map<number, OwnOffer>();
  for (const offer of offers) if (!first.has(offer.company.id)) first.set(offer.company.id, offer);
  // which counter it is hangs on no amount
  const named = new Map<number, OwnOffer>();
  let unlisted = 0;
  for (const [id, offer] of first) {
    const other = listed.standingOf(id, () => 0);
    if (!other) unlisted += 1;
    if (!other || isBetter(offer, other)) named.set(id, offer);
  }
  const standingOf = (companyId: number, scoreOf: ScoreOf): Standing | null => {
    const own = named.get(companyId);
    return own ? { ...own, score: scoreOf(own.rate) } : listed.standingOf(companyId, scoreOf);
  };
  return {
    total: listed.total + unlisted,
    best(limit, scoreOf) {
      const others = listed.best(limit, scoreOf);
      if (named.size === 0) return others;
      const owns = Array.from(named.values(), (own) => ({ ...own, score: scoreOf(own.rate) }));
      return [...others.filter(({ company }) => !named.has(company.id)), ...owns]
        .sort(rankStandings)
        .slice(0, limit);
    },
    firstOf: (order, limit, scoreOf) =>
      named.size === 0
        ? listed.firstOf(order, limit, scoreOf)
        : firstOf(order, limit, (id) => standingOf(id, scoreOf)),
    standingOf,
  };
}
