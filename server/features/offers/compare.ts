import type { Since } from '#domain/fixings/freshness.ts';
import { amountOf, type Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { broughtAmount, exchangeCosts, receivedAmount, startComparison } from '#domain/offers/quote.ts';
import { type FoundBranch, type FoundBranches, findBranches } from '../../rate-book/branch-index.ts';
import type { BookCurrency, RateBook, Served, ServedAmong, Standing } from '../../rate-book/rate-book.ts';
import { type AskedBranches, showBranch } from './branch-wishes.ts';
import type { Asked } from './read-comparison.ts';

/**
 * The answer to a comparison in its plain form: what its fast form (fast/) must equal, byte for byte. `now`: in
 * milliseconds since 1970.
 */
export function compare(
  asked: Asked,
  book: RateBook,
  since: Since,
  branches: AskedBranches | null,
  now: number,
): OffersAnswer {
  const { offerIsBase, base, currency } = asked;
  const [given, wanted] = offerIsBase ? [base, currency] : [currency, base];
  const quote = quoteOf(asked);
  const { best, found, total, leftOut } = choose(
    book.served(currency.code, offerIsBase, since),
    branches && { ...branches, found: findBranches(book, branches.question) },
    (rate) => quote(rate).score,
  );
  return {
    offers: best.map((standing) => {
      const { company, rate, updatedAt, isFresh } = standing;
      const { name, logo, site, isPartner, takesReservations } = company;
      const { comparison, received } = quote(rate);
      const branch = branchOf(standing, found);
      return {
        company: { name, logo, site, is_partner: isPartner },
        rate: decimalNumber(rate),
        ct_offer: money(given, comparison.amount),
        ct_wish: money(wanted, comparison.wished),
        costs: money(base, exchangeCosts(comparison, received)),
        co_offer: money(wanted, received),
        updated_at: new Date(updatedAt).toISOString(),
        is_fresh: isFresh,
        ...(takesReservations && { takes_reservations: true as const }),
        branch: branch && showBranch(book, branch, now),
      };
    }),
    total,
    ...(found && { left_out: leftOut }),
    currency_rate: { rate: decimalNumber(currency.rate), at: currency.at, source: currency.source },
  };
}

/** The branch that an offer names; null: none. One with a sheet of its own is named whatever was asked. */
export function branchOf({ company, branch }: Standing, found: FoundBranches | null): FoundBranch | null {
  if (branch) return { branch, metres: found?.metresTo(branch) ?? null };
  return found?.branchOf(company.id) ?? null;
}

/** Which offers are shown, in their order, and how many others serve the pair; `found`: null where all are compared. */
export function choose(
  served: Served,
  branches: { found: FoundBranches; sort: AskedBranches['sort'] } | null,
  scoreOf: (rate: Decimal) => Cents,
) {
  const found = branches?.found ?? null;
  const those = found ? served.among(found) : served;
  const best =
    found && branches?.sort === 'distance'
      ? those.firstOf(nearestFirst(found, those, scoreOf), MAX_OFFERS, scoreOf)
      : those.best(MAX_OFFERS, scoreOf);
  return { best, found, total: those.total, leftOut: served.total - those.total };
}

function nearestFirst(
  found: FoundBranches,
  those: ServedAmong,
  scoreOf: (rate: Decimal) => Cents,
): Iterable<number> {
  const { ids, own, branchOf, metresTo } = found;
  if (own.size === 0) return found.nearestFirst();
  const ways = new Map(ids.map((id) => [id, branchOf(id)?.metres ?? 0]));
  // by which counter a company is listed that has some with sheets of their own is known once it has been asked
  for (const companyId of new Set(Array.from(own.values(), (counter) => counter.companyId))) {
    const counter = those.standingOf(companyId, scoreOf)?.branch;
    if (counter) ways.set(companyId, metresTo(counter) ?? 0);
  }
  const wayTo = (id: number) => ways.get(id) ?? 0;
  return [...ways.keys()].sort((a, b) => wayTo(a) - wayTo(b) || a - b);
}

/** What is brought and handed over at a bureau's rate. Most handed over ranks first, or least brought (contract 2). */
export function quoteOf({ target, amount, offerIsBase, currency }: Asked) {
  return (rate: Decimal) => {
    const brought = target === 'offer' ? amount : broughtAmount(amount, rate, offerIsBase);
    const comparison = startComparison(brought, offerIsBase, currency.rate);
    const received = target === 'offer' ? receivedAmount(comparison, rate) : amount;
    return { comparison, received, score: target === 'offer' ? received : -brought };
  };
}

function money({ code }: BookCurrency, amount: Cents) {
  return { currency: code, amount: amountOf(amount) };
}
