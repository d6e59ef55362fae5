import type { FixingSide } from '#domain/fixings/draft.ts';
import { freshnessOf, type Since } from '#domain/fixings/freshness.ts';
import type { Cents } from '#domain/money/cents.ts';
import { compareDecimals, type Decimal } from '#domain/money/decimal.ts';
import { rankStandings } from '#domain/offers/rank.ts';
import { takesPart } from './counters.ts';
import { firstOf } from './first-of.ts';
import type { Among, BookBranch, BookCompany, Rates, Served, ServedAmong, Standing } from './rate-book.ts';

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
 * The same who serve, with those counters that have a sheet of their own: a company is listed by one of them where it pays
 * more than the others do. The lists stay as they are: who is moved up by such a counter only moves others down, so that
 * the first ones of all are among the first ones of the lists and these few.
 */
export function withOwn(listed: Served, offers: readonly OwnOffer[], side: FixingSide): Served {
  if (offers.length === 0) return listed;
  const all = merged(listed, offers, (one, other) => paysMore(side, one, other) > 0);
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
      const fitting = offers.filter(({ branch }) => some.own?.has(branch.id));
      fitting.sort((a, b) => metresTo(some, a) - metresTo(some, b));
      return merged(listed.among(some), fitting, (one, other) => {
        const more = paysMore(side, one, other);
        return more > 0 || (more === 0 && !other.branch && some.own?.get(one.branch.id)?.isNearer === true);
      });
    },
  };
}

function metresTo({ own }: Among, { branch }: OwnOffer): number {
  return own?.get(branch.id)?.metres ?? 0;
}

/** `offers`: of equals, the first one counts. */
function merged(
  listed: ServedAmong,
  offers: readonly OwnOffer[],
  isBetter: (one: OwnOffer, other: Standing) => boolean,
): ServedAmong {
  // one comparison asks it of each company in turn
  let known: { scoreOf: ScoreOf; found: ReadonlyMap<number, Standing> } | null = null;
  const better = (scoreOf: ScoreOf) => {
    if (known?.scoreOf === scoreOf) return known.found;
    const found = new Map<number, Standing>();
    for (const offer of offers) {
      const { id } = offer.company;
      const other = found.get(id) ?? listed.standingOf(id, scoreOf);
      if (!other || isBetter(offer, other)) found.set(id, { ...offer, score: scoreOf(offer.rate) });
    }
    known = { scoreOf, found };
    return found;
  };
  const unlisted = new Set(
    offers.filter(({ company }) => !listed.standingOf(company.id, () => 0)).map(({ company }) => company.id),
  );
  const standingOf = (companyId: number, scoreOf: ScoreOf) =>
    better(scoreOf).get(companyId) ?? listed.standingOf(companyId, scoreOf);
  return {
    total: listed.total + unlisted.size,
    best(limit, scoreOf) {
      const found = better(scoreOf);
      const others = listed.best(limit, scoreOf);
      if (found.size === 0) return others;
      return [...others.filter(({ company }) => !found.has(company.id)), ...found.values()]
        .sort(rankStandings)
        .slice(0, limit);
    },
    firstOf: (order, limit, scoreOf) => firstOf(order, limit, (id) => standingOf(id, scoreOf)),
    standingOf,
  };
}
