import { amountOf, type Cents } from '#domain/money/cents.ts';
import { decimalNumber } from '#domain/money/decimal.ts';
import { MAX_OFFERS, type OffersAnswer } from '#domain/offers/offer.ts';
import { exchangeCosts, receivedAmount } from '#domain/offers/quote.ts';
import type { BookCurrency, RateBook } from '../../rate-book/rate-book.ts';
import type { Asked } from './read-comparison.ts';

/** The answer to a comparison in its plain form: what its fast form (fast/) must equal, byte for byte. */
export function compare({ comparison, base, currency }: Asked, book: RateBook): OffersAnswer {
  const { amount, wished, offerIsBase } = comparison;
  const [given, wanted] = offerIsBase ? [base, currency] : [currency, base];
  const served = book.served(currency.code, offerIsBase);
  const best = served.best(MAX_OFFERS, (rate) => receivedAmount(comparison, rate));
  return {
    offers: best.map(({ company: { name, logo, site, isPartner }, rate, score: received, updatedAt }) => ({
      company: { name, logo, site, is_partner: isPartner },
      rate: decimalNumber(rate),
      ct_offer: money(given, amount),
      ct_wish: money(wanted, wished),
      costs: money(base, exchangeCosts(comparison, received)),
      co_offer: money(wanted, received),
      updated_at: new Date(updatedAt).toISOString(),
    })),
    total: served.total,
    currency_rate: { rate: decimalNumber(currency.rate), at: currency.at, source: currency.source },
  };
}

function money({ code }: BookCurrency, amount: Cents) {
  return { currency: code, amount: amountOf(amount) };
}
