import { amountOf, type Cents } from '#domain/money/cents.ts';
import { decimalText } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/offer.ts';
import { type Comparison, exchangeCosts, receivedAmount } from '#domain/offers/quote.ts';
import type { BookCurrency, Served } from '../../rate-book/rate-book.ts';
import { AnswerBytes } from './answer-bytes.ts';

/** At most the characters of one offer's two amounts (20 each) and of its end (43). */
const FIGURES = 90;

/**
 * The answer as JSON of ASCII alone, of the shape of OffersAnswer. This is the product's hottest path: what all
 * offers share is made once, what a bureau says of itself is there as bytes, and each offer adds its own
 * figures (docs/decisions/0004-exact-money.md).
 */
export function writeOffers(
  comparison: Comparison,
  served: Served,
  base: BookCurrency,
  currency: BookCurrency,
): AnswerBytes {
  const [given, wished] = comparison.offerIsBase ? [base.code, currency.code] : [currency.code, base.code];
  const { list } = served;
  const best = list.best(MAX_OFFERS, (rate) => receivedAmount(comparison, rate));
  const before = ascii(
    `,"ct_offer":${money(given, comparison.amount)},"ct_wish":${money(wished, comparison.wished)},"costs":{"currency":"${base.code}","amount":`,
  );
  const between = ascii(`},"co_offer":{"currency":"${wished}","amount":`);
  const after = ascii(
    `],"total":${list.length},"currency_rate":{"rate":${decimalText(currency.rate)},"at":"${currency.at}","source":${currency.sourceJson}}}`,
  );
  let atMost = START.length + best.length * (before.length + between.length + FIGURES) + after.length;
  for (const { nameRank } of best) atMost += served.company(nameRank).head.length;
  const answer = new AnswerBytes(atMost);
  answer.bytes(START);
  for (const { nameRank, received } of best) {
    answer.bytes(served.company(nameRank).head);
    answer.bytes(before);
    answer.amount(exchangeCosts(comparison, received));
    answer.bytes(between);
    answer.amount(received);
    answer.bytes(served.tail(nameRank));
  }
  // the last offer has no other after it
  if (best.length > 0) answer.dropLast();
  answer.bytes(after);
  return answer;
}

const START = ascii('{"offers":[');

function money(currency: string, cents: Cents): string {
  return `{"currency":"${currency}","amount":${amountOf(cents)}}`;
}

function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
