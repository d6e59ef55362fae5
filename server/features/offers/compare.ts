import type { Since } from '#domain/fixings/freshness.ts';
import { amountOf, type Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { broughtAmount, exchangeCosts, receivedAmount, startComparison } from '#domain/offers/quote.ts';
import { findBranches } from '../../book/find-branches.ts';
import type { BookCurrency, RateBook } from '../../book/rate-book.ts';
import { type AskedBranches, showBranch } from './branch-wishes.ts';
import { branchOf, choose, isReservable } from './choose.ts';
import type { Asked } from './read-comparison.ts';

/**
 * The answer to a comparison in its plain form: what its fast form (fast/) must equal, byte for byte. `now`: in
 * milliseconds since 1970. `shown`: the companies of the answer are put there, in their order.
 */
export function compare(
  asked: Asked,
  book: RateBook,
  since: Since,
  branches: AskedBranches | null,
  now: number,
  shown?: number[],
): OffersAnswer {
  const { offerIsBase, base, currency } = asked;
  // `wanted` is what the bureau hands over, and must have
  const [given, wanted] = offerIsBase ? [base, currency] : [currency, base];
  const quote = quoteOf(asked);
  const { best, found, total, leftOut } = choose(
    book.served(currency.code, offerIsBase, since),
    branches && { ...branches, found: findBranches(book, branches.question) },
    (rate) => quote(rate).score,
  );
  if (shown) for (const { company } of best) shown.push(company.id);
  return {
    offers: best.map((standing) => {
      const { company, rate, updatedAt, isFresh } = standing;
      const { name, logo, site, isPartner } = company;
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
        ...(isReservable(company, wanted.code, branch?.branch ?? null) && {
          takes_reservations: true as const,
        }),
        branch: branch && showBranch(book, branch, now),
      };
    }),
    total,
    ...(found && { left_out: leftOut }),
    currency_rate: { rate: decimalNumber(currency.rate), at: currency.at, source: currency.source },
  };
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
