import { type Decimal, decimalNumber } from '#domain/money/decimal.ts';
import { lessInNotes } from '#domain/offers/in-notes.ts';
import { exchangeCosts, receivedAmount, startComparison } from '#domain/offers/quote.ts';
import type { Since } from '#domain/rates/freshness.ts';
import type { BookCurrency, BookOffer, BranchQuestion, RateBook } from '../../../book/rate-book.ts';
import { tricks } from '../../../book/tricks.ts';
import { isReservable, rankOffers, smallestNoteOf } from '../rank-offers.ts';
import type { ComparisonRequest } from '../read-comparison.ts';
import { bytesOf, writeAmount, writeBytes, writeWhole } from './ascii.ts';
import { takeBuffer } from './buffer.ts';
import { branchBytesOf } from './write-branch.ts';

/** Largest bytes of an offer without its own texts and its branch: five amounts (20 each) and the texts around them. */
const FIGURES = 440;
/** Largest bytes around the offers, without the mid rate. */
const FRAME = 75;

const START = bytesOf('{"offers":[');
const NO_BRANCH = bytesOf(',"branch":null');
const IN_NOTES = bytesOf(',"in_notes":');
const TAKES_RESERVATIONS = bytesOf(',"takes_reservations":true},');
const CLOSING = bytesOf('},');
const LEFT_OUT = bytesOf(',"left_out":');
const NULL = bytesOf('null');
const BRACE = 0x7d;
const TOTAL = bytesOf('],"total":');

/**
 * JSON of `compare` for an offered amount. `freeBuffer` releases its memory once sent; `shown` as in compare.
 */
export function writeOffers(
  request: ComparisonRequest,
  book: RateBook,
  since: Since,
  branches: BranchQuestion | null,
  now: number,
  shown?: number[],
): Buffer {
  const { amount, offerIsBase, base, currency } = request;
  const comparison = startComparison(amount, offerIsBase, currency.rate);
  const { best, total, leftOut } = rankOffers(
    book.sideOffers(currency.code, offerIsBase, since),
    branches,
    (rate) => receivedAmount(comparison, rate),
  );
  if (shown) for (const { company } of best) shown.push(company.id);
  const asked = branches?.openAt ?? null;
  const branchBytes = best.map(({ branch }) => branch && branchBytesOf(book, branch, { now, asked }));
  const { offered } = piecesOf(offerIsBase ? base : currency);
  const { wished, received } = piecesOf(offerIsBase ? currency : base);
  const { costs } = piecesOf(base);
  const { code } = offerIsBase ? currency : base;
  const end = piecesOf(currency).rate;

  let atMost = FRAME + end.length + FIGURES;
  const offerBytes = best.map((offer, i) => {
    const [bytes, branch] = [offerBytesOf(offer), branchBytes[i]];
    atMost += FIGURES + bytes.start.length + bytes.end.length;
    if (branch) atMost += branch.start.length + branch.end.length;
    return bytes;
  });
  const into = takeBuffer(atMost);
  // text shared by all offers, written once beyond the answer's end
  const shared = into.subarray(atMost - FIGURES);
  let length = writeBytes(shared, 0, offered);
  length = writeAmount(shared, length, amount);
  length = writeBytes(shared, length, wished);
  length = writeAmount(shared, length, comparison.wished);
  const same = shared.subarray(0, writeBytes(shared, length, costs));
  let at = writeBytes(into, 0, START);
  for (let i = 0; i < best.length; i++) {
    const [offer, bytes] = [best[i] as BookOffer, offerBytes[i] as OfferBytes];
    const { score, company, branch, metres } = offer;
    at = writeBytes(into, at, bytes.start);
    at = writeBytes(into, at, same);
    at = writeAmount(into, at, exchangeCosts(comparison, score));
    at = writeBytes(into, at, received);
    at = writeAmount(into, at, score);
    at = writeBytes(into, at, bytes.end);
    const place = branchBytes[i];
    if (place) {
      at = writeBytes(into, at, place.start);
      at = metres === null ? writeBytes(into, at, NULL) : writeWhole(into, at, Math.round(metres));
    }
    at = writeBytes(into, at, place ? place.end : NO_BRANCH);
    // the framework writes optional fields last
    const smallest = smallestNoteOf(company, currency.code);
    const inNotes = smallest && offerIsBase ? lessInNotes(score, smallest) : null;
    if (inNotes !== null) at = writeAmount(into, writeBytes(into, at, IN_NOTES), inNotes);
    const isTaken = smallest && isReservable(company, code, branch, offerIsBase ? amount : score);
    at = writeBytes(into, at, isTaken ? TAKES_RESERVATIONS : CLOSING);
  }
  // no comma after the last offer
  if (best.length > 0) at -= 1;
  at = writeBytes(into, at, TOTAL);
  at = writeWhole(into, at, total);
  at = writeBytes(into, at, end);
  if (branches) {
    at = writeWhole(into, writeBytes(into, at - 1, LEFT_OUT), leftOut);
    into[at++] = BRACE;
  }
  return into.subarray(0, at);
}

/** JSON of an offer before its amounts and after them. */
type OfferBytes = Pick<BookOffer, 'company' | 'updatedAt' | 'isFresh'> & {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
};

/** Cached by the rate's object, which a new rate replaces. Those of a listing live as long as it. */
const offers = new WeakMap<Decimal, OfferBytes>();

function offerBytesOf({ company, rate, updatedAt, isFresh }: BookOffer): OfferBytes {
  const known = offers.get(rate);
  if (known?.company === company && known.updatedAt === updatedAt && known.isFresh === isFresh) return known;
  const { name, logo, site, isPartner } = company;
  const written = JSON.stringify({ name, logo, site, is_partner: isPartner });
  const at = new Date(updatedAt).toISOString();
  const bytes = {
    company,
    updatedAt,
    isFresh,
    start: bytesOf(`{"company":${written},"rate":${decimalNumber(rate)}`),
    end: bytesOf(`},"updated_at":"${at}","is_fresh":${isFresh}`),
  };
  if (tricks.offerTexts) offers.set(rate, bytes);
  return bytes;
}

/** JSON pieces that name a currency, by the part of the answer they begin. `rate` also ends the answer. */
type Pieces = Readonly<Record<'offered' | 'wished' | 'costs' | 'received' | 'rate', Uint8Array>>;

/** Cached by currency object, which a new mid rate replaces. */
const pieces = new WeakMap<BookCurrency, Pieces>();

function piecesOf(currency: BookCurrency): Pieces {
  const known = pieces.get(currency);
  if (known) return known;
  const { code, rate, at, source } = currency;
  const written = {
    offered: bytesOf(`,"ct_offer":{"currency":"${code}","amount":`),
    wished: bytesOf(`},"ct_wish":{"currency":"${code}","amount":`),
    costs: bytesOf(`},"costs":{"currency":"${code}","amount":`),
    received: bytesOf(`},"co_offer":{"currency":"${code}","amount":`),
    rate: bytesOf(`,"currency_rate":${JSON.stringify({ rate: decimalNumber(rate), at, source })}}`),
  };
  pieces.set(currency, written);
  return written;
}
