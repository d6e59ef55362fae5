import { isOldMidRate } from '#domain/currencies/mid-rate.ts';
import type { Cents } from '#domain/money/cents.ts';
import { MAX_OFFERS } from '#domain/offers/limit.ts';
import { exchangeCosts, startComparison } from '#domain/offers/quote.ts';
import type { MidRateView, Offers } from '#domain/pages/page.ts';
import type { Position } from '#domain/places/place.ts';
import type { BookCurrency, BookOffer } from '../../book/rate-book.ts';
import { readBranchFilter } from '../offers/branch-filter.ts';
import { createQuote } from '../offers/compare.ts';
import { rankOffers } from '../offers/rank-offers.ts';
import { nameOf, type PageContext } from './page-context.ts';

const HOUR = 3_600_000;

// Offers of an amount, ranked as a comparison ranks them, and until when their freshness holds.
export function offersFor(
  context: PageContext,
  {
    currency,
    offerIsBase,
    amount,
    count = MAX_OFFERS,
    near = null,
  }: {
    currency: BookCurrency;
    offerIsBase: boolean;
    amount: Cents;
    count?: number;
    near?: Position | null;
  },
): { offers: Offers; until: number } {
  const { book, base, since, directory } = context;
  const quote = createQuote({ target: 'offer', amount, offerIsBase, base, currency });
  const sideOffers = book.sideOffers(currency.code, offerIsBase, since);
  const branches = near && readBranchFilter({ near }, { offerIsBase, now: context.at });
  const { best, total } = rankOffers(sideOffers, branches, (rate) => quote(rate).score);
  const [from, to] = offerIsBase ? [base, currency] : [currency, base];
  return {
    offers: {
      from: nameOf(from),
      to: nameOf(to),
      amount,
      worth: startComparison(amount, offerIsBase, currency.rate).wished,
      total,
      offers: best.slice(0, count).map(({ company, branch, metres, rate, updatedAt, isFresh }) => {
        const { comparison, received } = quote(rate);
        return {
          company: { name: company.name, slug: directory.slugOf(company), isPartner: company.isPartner },
          branch: branch?.name ?? null,
          metres: metres === null ? null : Math.round(metres),
          rate,
          received,
          costs: exchangeCosts(comparison, received),
          fixedAt: updatedAt,
          isFresh,
        };
      }),
    },
    until: Math.min(...best.map((offer) => freshUntil(offer, context))),
  };
}

export function freshUntil(
  { updatedAt, isFresh }: Pick<BookOffer, 'updatedAt' | 'isFresh'>,
  { limits }: PageContext,
): number {
  return updatedAt + (isFresh ? limits.freshHours : limits.staleDays * 24) * HOUR;
}

export function countOffers({ book, since }: PageContext, code: string, offerIsBase: boolean): number {
  return book.sideOffers(code, offerIsBase, since).total;
}

export function midRateOf({ rate, at, source }: BookCurrency, { today }: PageContext): MidRateView {
  return { rate, at, source, isOld: isOldMidRate(at, new Date(`${today}T12:00:00Z`)) };
}
