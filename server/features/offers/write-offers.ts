import type { Cents } from '#domain/money/cents.ts';
import { decimalText } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/offer.ts';
import { type Comparison, exchangeCosts, receivedAmount } from '#domain/offers/quote.ts';
import type { RankedList } from '#domain/offers/ranked-list.ts';
import type { BookCurrency, Entry } from '../../rate-book/rate-book.ts';

/**
 * The answer as JSON of ASCII alone, of the shape of OffersAnswer. This is the product's hottest path: what all offers
 * share is written once, and each one adds its own figures (docs/decisions/0004-exact-money.md).
 */
export function writeOffers(
  comparison: Comparison,
  list: RankedList<Entry>,
  base: BookCurrency,
  currency: BookCurrency,
): string {
  const [given, wished] = comparison.offerIsBase ? [base.code, currency.code] : [currency.code, base.code];
  const before = `,"ct_offer":${money(given, comparison.amount)},"ct_wish":${money(wished, comparison.wished)},"costs":{"currency":"${base.code}","amount":`;
  const between = `},"co_offer":{"currency":"${wished}","amount":`;
  let offers = '';
  const best = list.best(MAX_OFFERS, ({ rate }) => receivedAmount(comparison, rate));
  for (const { entry, received } of best) {
    const comma = offers === '' ? '' : ',';
    const costs = exchangeCosts(comparison, received);
    offers += `${comma}{"company":${entry.company.json}${before}${amount(costs)}${between}${amount(received)}},"updated_at":"${entry.updatedAt}"}`;
  }
  const rate = `{"rate":${decimalText(currency.rate)},"at":"${currency.at}","source":${currency.sourceJson}}`;
  return `{"offers":[${offers}],"total":${list.length},"currency_rate":${rate}}`;
}

function money(currency: string, cents: Cents): string {
  return `{"currency":"${currency}","amount":${amount(cents)}}`;
}

/** Hundredths as a JSON number, from whole numbers: a fraction takes a double four times as long to print. */
function amount(cents: Cents): string {
  if (cents < 0) return `-${amount(-cents)}`;
  const rest = cents % 100;
  const whole = (cents - rest) / 100;
  if (rest === 0) return `${whole}`;
  if (rest < 10) return `${whole}.0${rest}`;
  return rest % 10 === 0 ? `${whole}.${rest / 10}` : `${whole}.${rest}`;
}
