import type { Cents } from '#domain/money/cents.ts';
import { decimalText } from '#domain/money/decimal.ts';
import type { OffersAnswer } from '#domain/offers/offer.ts';
import { MAX_OFFERS } from '#domain/offers/offer.ts';
import { type Comparison, exchangeCosts, receivedAmount } from '#domain/offers/quote.ts';
import { bestOffers } from '#domain/offers/rank.ts';
import type { BookCurrency, Entry } from '../../rate-book/rate-book.ts';

/**
 * The answer as JSON text, of the shape of OffersAnswer. This is the product's hottest path: what all offers
 * share is written once, and each one adds its own figures (docs/decisions/0004-exact-money.md).
 */
export function writeOffers(
  comparison: Comparison,
  entries: readonly Entry[],
  base: BookCurrency,
  currency: BookCurrency,
): string {
  const [given, wished] = comparison.offerIsBase ? [base.code, currency.code] : [currency.code, base.code];
  const before = `,"ct_offer":${money(given, comparison.amount)},"ct_wish":${money(wished, comparison.wished)},"costs":{"currency":"${base.code}","amount":`;
  const between = `},"co_offer":{"currency":"${wished}","amount":`;
  let offers = '';
  for (const { entry, received } of bestOffers(entries, MAX_OFFERS, (e) =>
    receivedAmount(comparison, e.rate),
  )) {
    const comma = offers === '' ? '' : ',';
    const costs = exchangeCosts(comparison, received);
    offers += `${comma}{"company":${entry.company.json}${before}${amount(costs)}${between}${amount(received)}},"updated_at":"${entry.updatedAt}"}`;
  }
  const rate = `{"rate":${decimalText(currency.rate)},"at":${JSON.stringify(currency.at)},"source":${JSON.stringify(currency.source)}}`;
  return `{"offers":[${offers}],"total":${entries.length},"currency_rate":${rate}}`;
}

function money(currency: string, cents: Cents): string {
  return `{"currency":"${currency}","amount":${amount(cents)}}`;
}

/** Hundredths as a JSON number; a quotient of doubles prints as the decimal it stands for. */
function amount(cents: Cents): string {
  return String(cents / 100);
}

// Kept beside the writer so that a change of the answer's shape is seen here: a test holds the two equal.
export type WrittenAnswer = OffersAnswer;
