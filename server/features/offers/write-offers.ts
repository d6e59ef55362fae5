import { decimalText } from '#domain/money/decimal.ts';
import { MAX_OFFERS } from '#domain/offers/offer.ts';
import { type Comparison, exchangeCosts, receivedAmount } from '#domain/offers/quote.ts';
import type { BookCurrency, Served } from '../../rate-book/rate-book.ts';
import { ascii, writeAmount, writeBytes, writeInstant, writeWhole } from './ascii.ts';
import { reserve, take } from './slab.ts';

/** More characters than one offer's four amounts (20 each), its currencies and what stands between them. */
const OFFER = 300;
/** More than the answer's own, without its rate. */
const FRAME = 50;

/**
 * The answer as JSON of ASCII alone, of the shape of OffersAnswer. This is the product's hottest path: what all
 * offers share is written once and copied, what a bureau says of itself is there as bytes, and each offer adds
 * its own figures (docs/decisions/0004-exact-money.md).
 */
export function writeOffers(
  comparison: Comparison,
  served: Served,
  base: BookCurrency,
  currency: BookCurrency,
): Buffer {
  const { list } = served;
  const best = list.best(MAX_OFFERS, (rate) => receivedAmount(comparison, rate));
  const { received } = piecesOf(comparison.offerIsBase ? currency : base);
  const { rate } = piecesOf(currency);
  let atMost = FRAME + rate.length + best.length * OFFER;
  for (const { nameRank } of best) atMost += served.head(nameRank).length;

  const { into, start } = reserve(atMost);
  let at = writeBytes(into, start, START);
  let sharedAt = 0;
  let sharedEnd = 0;
  for (const offer of best) {
    at = writeBytes(into, at, served.head(offer.nameRank));
    if (sharedEnd === 0) {
      sharedAt = at;
      at = sharedEnd = writeShared(into, at, comparison, base, currency);
    } else {
      into.copyWithin(at, sharedAt, sharedEnd);
      at += sharedEnd - sharedAt;
    }
    at = writeAmount(into, at, exchangeCosts(comparison, offer.received));
    at = writeBytes(into, at, received);
    at = writeAmount(into, at, offer.received);
    at = writeBytes(into, at, UPDATED);
    at = writeInstant(into, at, served.updatedAt(offer.nameRank));
    at = writeBytes(into, at, END);
  }
  // the last offer has no comma after it
  if (best.length > 0) at -= 1;
  at = writeBytes(into, at, TOTAL);
  at = writeWhole(into, at, list.length);
  at = writeBytes(into, at, rate);
  return take(at);
}

const START = ascii('{"offers":[');
const UPDATED = ascii('},"updated_at":"');
const END = ascii('"},');
const TOTAL = ascii('],"total":');

/** What every offer of an answer says alike, between its bureau and its costs. Returns where it ends. */
function writeShared(
  into: Uint8Array,
  start: number,
  { amount, wished, offerIsBase }: Comparison,
  base: BookCurrency,
  currency: BookCurrency,
): number {
  let at = writeBytes(into, start, piecesOf(offerIsBase ? base : currency).offered);
  at = writeAmount(into, at, amount);
  at = writeBytes(into, at, piecesOf(offerIsBase ? currency : base).wished);
  at = writeAmount(into, at, wished);
  return writeBytes(into, at, piecesOf(base).costs);
}

/** What an answer says of a currency in each of its parts; `rate`, with what ends the answer. */
type Pieces = Readonly<Record<'offered' | 'wished' | 'costs' | 'received' | 'rate', Uint8Array>>;

/** Made once for each currency that was read: another mid rate makes it another. */
const written = new WeakMap<BookCurrency, Pieces>();

function piecesOf(currency: BookCurrency): Pieces {
  const known = written.get(currency);
  if (known) return known;
  const { code, rate, at, sourceJson } = currency;
  const pieces = {
    offered: ascii(`,"ct_offer":{"currency":"${code}","amount":`),
    wished: ascii(`},"ct_wish":{"currency":"${code}","amount":`),
    costs: ascii(`},"costs":{"currency":"${code}","amount":`),
    received: ascii(`},"co_offer":{"currency":"${code}","amount":`),
    rate: ascii(`,"currency_rate":{"rate":${decimalText(rate)},"at":"${at}","source":${sourceJson}}}`),
  };
  written.set(currency, pieces);
  return pieces;
}
