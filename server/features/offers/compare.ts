import type { Since } from '#domain/fixings/freshness.ts';
import { amountOf, type Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { broughtAmount, exchangeCosts, receivedAmount, startComparison } from '#domain/offers/quote.ts';
import { type BranchQuestion, type FoundBranches, findBranches } from '../../rate-book/branch-index.ts';
import type { BookCurrency, RateBook, ServedAmong, Standing } from '../../rate-book/rate-book.ts';
import { showBranch } from './branch-wishes.ts';
import type { Asked } from './read-comparison.ts';

/** What is asked of branches, and in what order offers come. */
export type AskedBranches = {
  readonly question: BranchQuestion;
  readonly sort: 'amount' | 'distance';
};

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
  const served = book.served(currency.code, offerIsBase, since);
  const scoreOf = (rate: Decimal) => quote(rate).score;
  const found = branches && findBranches(book, branches.question);
  const those = found ? served.among(found) : served;
  const best =
    found && branches.sort === 'distance'
      ? nearestOf(found, those, scoreOf)
      : those.best(MAX_OFFERS, scoreOf);
  return {
    offers: best.map(({ company, rate, updatedAt, isFresh, branch: own }) => {
      const { id, name, logo, site, isPartner } = company;
      const { comparison, received } = quote(rate);
      const branch = own ? { branch: own, metres: found?.metresTo(own) ?? null } : found?.branchOf(id);
      return {
        company: { name, logo, site, is_partner: isPartner },
        rate: decimalNumber(rate),
        ct_offer: money(given, comparison.amount),
        ct_wish: money(wanted, comparison.wished),
        costs: money(base, exchangeCosts(comparison, received)),
        co_offer: money(wanted, received),
        updated_at: new Date(updatedAt).toISOString(),
        is_fresh: isFresh,
        ...(branch && { branch: showBranch(book, branch, now) }),
      };
    }),
    total: those.total,
    ...(found && { left_out: served.total - those.total }),
    currency_rate: { rate: decimalNumber(currency.rate), at: currency.at, source: currency.source },
  };
}

/** The nearest first, what is fresh before what is to be confirmed. */
function nearestOf(
  { ids, own, branchOf, metresTo }: FoundBranches,
  those: ServedAmong,
  scoreOf: (rate: Decimal) => Cents,
): Standing[] {
  const ways = new Map(ids.map((id) => [id, branchOf(id)?.metres ?? 0]));
  // by which counter a company is listed that has some with sheets of their own is known once it has been asked
  for (const companyId of new Set(Array.from(own.values(), (counter) => counter.companyId))) {
    const counter = those.standingOf(companyId, scoreOf)?.branch;
    if (counter) ways.set(companyId, metresTo(counter) ?? 0);
  }
  const wayTo = (id: number) => ways.get(id) ?? 0;
  const fresh: Standing[] = [];
  const toConfirm: Standing[] = [];
  for (const id of [...ways.keys()].toSorted((a, b) => wayTo(a) - wayTo(b) || a - b)) {
    const standing = those.standingOf(id, scoreOf);
    if (standing) (standing.isFresh ? fresh : toConfirm).push(standing);
    if (fresh.length === MAX_OFFERS) break;
  }
  return [...fresh, ...toConfirm].slice(0, MAX_OFFERS);
}

/** What is brought and handed over at a bureau's rate. Most handed over ranks first, or least brought (contract 2). */
function quoteOf({ target, amount, offerIsBase, currency }: Asked) {
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
