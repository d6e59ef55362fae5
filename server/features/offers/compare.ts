import { amountOf, type Cents } from '#domain/money/cents.ts';
import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { lessInNotes } from '#domain/offers/in-notes.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { broughtAmount, exchangeCosts, receivedAmount, startComparison } from '#domain/offers/quote.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { BookCurrency, BranchQuestion, RateBook } from '../../book/rate-book.ts';
import { toOfferBranch } from './branch-filter.ts';
import { isReservable, rankOffers, smallestNoteOf } from './rank-offers.ts';
import type { ComparisonRequest } from './read-comparison.ts';

/**
 * Plain form of a comparison, which the fast form (fast/) equals byte for byte. `now`: milliseconds since
 * 1970; `shown` receives the ids of the companies in order.
 */
export function compare(
  asked: ComparisonRequest,
  book: RateBook,
  since: Since,
  branches: BranchQuestion | null,
  now: number,
  shown?: number[],
): OffersAnswer {
  const { offerIsBase, base, currency } = asked;
  const [offeredCurrency, wishedCurrency] = offerIsBase ? [base, currency] : [currency, base];
  const quote = createQuote(asked);
  const { best, total, leftOut } = rankOffers(
    book.sideOffers(currency.code, offerIsBase, since),
    branches,
    (rate) => quote(rate).score,
  );
  if (shown) for (const { company } of best) shown.push(company.id);
  return {
    offers: best.map((offer) => {
      const { company, rate, updatedAt, isFresh, branch, metres } = offer;
      const { name, logo, site, isPartner } = company;
      const { comparison, received } = quote(rate);
      const smallest = smallestNoteOf(company, currency.code);
      const inNotes =
        smallest && offerIsBase && asked.target === 'offer' ? lessInNotes(received, smallest) : null;
      const worth = offerIsBase ? comparison.amount : received;
      return {
        company: { name, logo, site, is_partner: isPartner },
        rate: decimalNumber(rate),
        ct_offer: money(offeredCurrency, comparison.amount),
        ct_wish: money(wishedCurrency, comparison.wished),
        costs: money(base, exchangeCosts(comparison, received)),
        co_offer: money(wishedCurrency, received),
        updated_at: new Date(updatedAt).toISOString(),
        is_fresh: isFresh,
        ...(inNotes !== null && { in_notes: amountOf(inNotes) }),
        ...(smallest &&
          isReservable(company, wishedCurrency.code, branch, worth) && { takes_reservations: true as const }),
        branch: branch && toOfferBranch(book, branch, metres, branches?.openAt ?? now),
      };
    }),
    total,
    ...(branches && { left_out: leftOut }),
    currency_rate: { rate: decimalNumber(currency.rate), at: currency.at, source: currency.source },
  };
}

/** Amounts at a company's rate, with a score for most received or least brought (contract 2). */
export function createQuote({ target, amount, offerIsBase, currency }: ComparisonRequest) {
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
