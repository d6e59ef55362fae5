import { decimalNumber } from '#domain/money/decimal.ts';
import { exchangeCosts, receivedAmount, startComparison } from '#domain/offers/quote.ts';
import type { Since } from '#domain/rates/freshness.ts';
import { findBranches } from '../../../book/find-branches.ts';
import type { BookBranch, BookCompany, BookCurrency, BookOffer, RateBook } from '../../../book/rate-book.ts';
import type { BranchFilter } from '../branch-filter.ts';
import { findOfferBranch, isReservable, rankOffers } from '../rank-offers.ts';
import type { ComparisonRequest } from '../read-comparison.ts';
import { bytesOf, writeAmount, writeBytes, writeDecimal, writeInstant, writeWhole } from './ascii.ts';
import { takeBuffer } from './buffer.ts';
import { branchBytesOf, branchLength, writeBranch } from './write-branch.ts';

/**
 * Largest bytes of an offer without company and branch: a rate (22), four amounts (20 each), a time (27)
 * and the text between.
 */
const FIGURES = 510;
/** Largest bytes around the offers, without the mid rate. */
const FRAME = 75;

const START = bytesOf('{"offers":[');
const UPDATED = bytesOf('},"updated_at":"');
const FRESH = bytesOf('","is_fresh":true');
const TO_CONFIRM = bytesOf('","is_fresh":false');
const NO_BRANCH = bytesOf(',"branch":null');
const TAKES_RESERVATIONS = bytesOf(',"takes_reservations":true},');
const CLOSING = bytesOf('},');
const LEFT_OUT = bytesOf(',"left_out":');
const BRACE = 0x7d;
const TOTAL = bytesOf('],"total":');

/**
 * JSON of `compare` for an offered amount. `freeRoom` releases its memory once sent; `shown` as in compare.
 */
export function writeOffers(
  asked: ComparisonRequest,
  book: RateBook,
  since: Since,
  branches: BranchFilter | null,
  now: number,
  shown?: number[],
): Buffer {
  const { amount, offerIsBase, base, currency } = asked;
  const comparison = startComparison(amount, offerIsBase, currency.rate);
  const { best, found, total, leftOut } = rankOffers(
    book.sideOffers(currency.code, offerIsBase, since),
    branches && { ...branches, found: findBranches(book, branches.question) },
    (rate) => receivedAmount(comparison, rate),
  );
  if (shown) for (const { company } of best) shown.push(company.id);
  const branchesOf = best.map((one) => findOfferBranch(one, found));
  const branchBytes = branchesOf.map((one) => one && branchBytesOf(book, one, now));
  const { offered } = piecesOf(offerIsBase ? base : currency);
  const { wished, received } = piecesOf(offerIsBase ? currency : base);
  const { costs } = piecesOf(base);
  const { code } = offerIsBase ? currency : base;
  const end = piecesOf(currency).rate;

  let atMost = FRAME + end.length + FIGURES;
  for (const { bytes: keep, company } of best) atMost += FIGURES + (keep?.start ?? headOf(company)).length;
  for (const branchBytesOfOffer of branchBytes)
    if (branchBytesOfOffer) atMost += branchLength(branchBytesOfOffer);
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
    const offer = best[i] as BookOffer;
    const { score, bytes: keep } = offer;
    at = keep?.start ? writeBytes(into, at, keep.start) : writeStart(into, at, offer);
    at = writeBytes(into, at, same);
    at = writeAmount(into, at, exchangeCosts(comparison, score));
    at = writeBytes(into, at, received);
    at = writeAmount(into, at, score);
    const branchBytesOfOffer = branchBytes[i];
    if (branchBytesOfOffer) {
      at = writeAge(into, at, offer);
      at = writeBranch(into, at, branchBytesOfOffer, branchesOf[i]?.metres ?? null);
      at = writeBytes(into, at, closingOf(offer.company, code, branchBytesOfOffer.branch));
    } else {
      at = keep?.end ? writeBytes(into, at, keep.end) : writeEnd(into, at, offer, code);
    }
  }
  // no comma after the last offer
  if (best.length > 0) at -= 1;
  at = writeBytes(into, at, TOTAL);
  at = writeWhole(into, at, total);
  at = writeBytes(into, at, end);
  // the framework writes optional fields last
  if (found) {
    at = writeWhole(into, writeBytes(into, at - 1, LEFT_OUT), leftOut);
    into[at++] = BRACE;
  }
  return into.subarray(0, at);
}

function writeStart(into: Buffer, start: number, { company, rate, bytes: keep }: BookOffer): number {
  let at = writeBytes(into, start, headOf(company));
  at = writeDecimal(into, at, rate);
  if (keep) keep.start = Buffer.from(into.subarray(start, at));
  return at;
}

function writeAge(into: Buffer, start: number, { updatedAt, isFresh }: BookOffer): number {
  let at = writeBytes(into, start, UPDATED);
  at = writeInstant(into, at, updatedAt);
  return writeBytes(into, at, isFresh ? FRESH : TO_CONFIRM);
}

function writeEnd(into: Buffer, start: number, offer: BookOffer, code: string): number {
  const { company, bytes: keep } = offer;
  let at = writeAge(into, start, offer);
  at = writeBytes(into, at, NO_BRANCH);
  at = writeBytes(into, at, closingOf(company, code, null));
  if (keep) keep.end = Buffer.from(into.subarray(start, at));
  return at;
}

function closingOf(company: BookCompany, code: string, branch: BookBranch | null): Uint8Array {
  return isReservable(company, code, branch) ? TAKES_RESERVATIONS : CLOSING;
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

/** Cached by company object, which a change replaces. */
const heads = new WeakMap<BookCompany, Uint8Array>();

function headOf(company: BookCompany): Uint8Array {
  const known = heads.get(company);
  if (known) return known;
  const { name, logo, site, isPartner } = company;
  const written = bytesOf(
    `{"company":${JSON.stringify({ name, logo, site, is_partner: isPartner })},"rate":`,
  );
  heads.set(company, written);
  return written;
}
