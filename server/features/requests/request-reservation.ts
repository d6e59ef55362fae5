import { createHash, randomInt } from 'node:crypto';
import { dayAt } from '#domain/branches/open-state.ts';
import type { FixingSide } from '#domain/fixings/draft.ts';
import { amountOf, centsOf } from '#domain/money/cents.ts';
import { type Decimal, decimalText } from '#domain/money/decimal.ts';
import { CODES, codeOf } from '#domain/reservations/code.ts';
import { findWrongPickup, firstPickup, heldUntil, lapsesAt } from '#domain/reservations/deadlines.ts';
import { type FixedNow, findObstacle, type Obstacle, sayObstacle } from '#domain/reservations/fixed-now.ts';
import { handedOver, type Price, priceOf, worth } from '#domain/reservations/price.ts';
import { promisedOf } from '#domain/reservations/promise.ts';
import type { ReservationRequest } from '#domain/reservations/reservation.ts';
import {
  choiceOf,
  findWrongAmount,
  isAcceptedAtOnce,
  LARGEST_SHARE,
  modeOf,
  type Needs,
  needsOf,
  type PickupMode,
  type ReservationTerms,
} from '#domain/reservations/terms.ts';
import type { Wrong } from '#domain/validation/draft.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { changeState } from '../reservations/change-state.ts';
import { type Counter, isDayClosed, serves } from '../reservations/counter.ts';
import { readInstant } from '../reservations/read-instant.ts';
import { recordEvent } from '../reservations/record-event.ts';
import { outOfStock } from '../reservations/refusals.ts';
import {
  countMade,
  countOpen,
  findByKey,
  findCounter,
  holdFixing,
  holdTerms,
  holdTraveller,
} from '../reservations/request.queries.ts';
import { holdReservation, insertReservation } from '../reservations/reservations.queries.ts';
import { hasRoomFor, takeStock } from '../reservations/stocks.queries.ts';
import type { Heard } from './refusal-quota.ts';

/** How many reservations of one traveller may be open at once. */
const MOST_OPEN = 3;
/** How many it may make, whatever becomes of them: each is a letter to a bureau, which nobody may fill the mailbox of. */
const MOST_AN_HOUR = 5;
const MOST_A_DAY = 20;

/** What is asked, by whom, under which key. `compared`: since when a fixing counts, in milliseconds since 1970. */
export type Asking = {
  travellerId: number;
  companyId: number;
  base: string;
  key: string;
  request: ReservationRequest;
  at: Date;
  compared: number;
  heard: Heard;
  /** a keyed sum; left out: of whoever asks by no network */
  network?: Buffer | null;
};

/** The reservation that was made, now or when this key came first; or why its rate cannot be frozen, and the present one. */
export type Asked =
  | { id: number }
  | { obstacle: Obstacle; message: string; rate: Decimal | null; updatedAt: Date | null };

/**
 * Freezes a rate and takes the amount from the stock, in one transaction. Locks are taken in one order: the traveller, the
 * bureau and its terms, the branch, the fixing, the stock. Throws an HttpError: 400, 401, 409, 422, 429.
 */
export async function requestReservation(db: Db, asking: Asking): Promise<Asked> {
  const hash = createHash('sha256').update(JSON.stringify(asking.request)).digest();
  return db.transaction().execute(async (trx) => {
    if (!(await holdTraveller(trx, asking.travellerId))) {
      throw new HttpError(401, 'no_session', 'Votre compte n’existe plus. Connectez-vous pour continuer.');
    }
    const known = await findByKey(trx, asking.travellerId, asking.key);
    if (known?.hash.equals(hash)) return { id: known.id };
    if (known) {
      const sentence =
        'Cette clé a déjà servi pour une autre réservation : recommencez avec une nouvelle clé.';
      throw new HttpError(422, 'key_reused', sentence);
    }
    if ((await countOpen(trx, asking.travellerId)) >= MOST_OPEN) {
      const sentence = `Vous avez déjà ${MOST_OPEN} réservations en cours : annulez-en une, ou attendez que l’une soit remise.`;
      throw new HttpError(409, 'too_many_open', sentence);
    }
    refuseTooMany(await countMade(trx, asking.travellerId, asking.at));
    return reserve(trx, asking, hash);
  });
}

function refuseTooMany({ ofHour, ofDay }: { ofHour: number; ofDay: number }): void {
  if (ofHour < MOST_AN_HOUR && ofDay < MOST_A_DAY) return;
  const sentence =
    ofDay < MOST_A_DAY
      ? `Vous avez fait ${MOST_AN_HOUR} demandes de réservation en une heure : réessayez dans une heure.`
      : `Vous avez fait ${MOST_A_DAY} demandes de réservation en un jour : réessayez demain.`;
  throw new HttpError(429, 'too_many_reservations', sentence);
}

async function reserve(trx: Db, asking: Asking, hash: Buffer): Promise<Asked> {
  const { request, companyId, at } = asking;
  if (asking.heard.isEnough({ travellerId: asking.travellerId, companyId }, at)) throw askedTooOften();
  const { side } = request;
  const terms = await holdTerms(trx, companyId);
  if (!terms) throw new HttpError(409, 'takes_none', 'Ce bureau ne prend pas de réservation en ce moment.');
  const { counter, mode } = await counterOf(trx, asking, terms);
  const fixed = await holdFixing(trx, counter, { companyId, code: request.currency.code, side });
  const obstacle = findObstacle(
    fixed,
    { rate: request.rate, updatedAt: readInstant(request.updated_at, 'updated_at').getTime() },
    asking.compared,
  );
  if (obstacle || !fixed?.rate) return refusedBy(obstacle ?? 'no_rate', request, fixed);
  const { rate } = fixed;
  const price = pricedBy(asking, terms, mode, rate);
  const pickupAt = pickupOf(asking, terms, needsOf(terms, mode, worth(side, price)), counter);
  const held = new Date(heldUntil(at.getTime(), terms));
  const stockId = await stockFor(trx, asking, counter, price, pickupAt, terms.largest_share);
  const id = await insertUnderSomeCode(trx, {
    ...{ company_id: companyId, branch: counter.id, traveller_id: asking.travellerId },
    ...{ request_key: asking.key, request_hash: hash, network: asking.network ?? null },
    ...{ side, mode, stock_id: stockId },
    ...{ base: asking.base, currency_code: request.currency.code },
    ...{ rate: decimalText(rate), fixed_at: new Date(fixed.updatedAt) },
    ...{ offered: textOf(price.offered), received: textOf(price.received), fee: textOf(price.fee) },
    ...{ handed_over: textOf(handedOver(side, price)), payment: request.payment, notes: request.notes },
    ...{ denominations: wishedNotes(request), promise: JSON.stringify(promisedOf(terms)) },
    ...{ pickup_at: pickupAt, held_until: held, requested_at: at, updated_at: at },
    due_at: new Date(lapsesAt(at.getTime(), pickupAt.getTime(), terms, counter.opening)),
  });
  await recordEvent(trx, id, { at, kind: 'requested', actor: 'traveller' });
  if (isAcceptedAtOnce(terms, worth(side, price))) await acceptAtOnce(trx, id, asking);
  return { id };
}

/** Where, and in which of the ways that the bureau offers. */
async function counterOf(
  trx: Db,
  asking: Asking,
  terms: ReservationTerms,
): Promise<{ counter: Counter; mode: PickupMode }> {
  const { companyId, request } = asking;
  const counter = await findCounter(trx, companyId, request.branch);
  if (!counter) {
    const sentence = 'Cette agence n’est plus proposée : choisissez où retirer vos billets.';
    throw new HttpError(409, 'unknown_branch', sentence);
  }
  const mode = modeOf(counter.kind);
  if (mode === null || !terms.modes[mode].is_offered || !serves(counter, request.side)) {
    throw new HttpError(
      409,
      'not_there',
      'Cette agence ne prend pas cette réservation : choisissez-en une autre.',
    );
  }
  if (request.payment === 'card' && !(counter.takesCards && request.side === 'sale')) {
    throw new HttpError(400, 'no_card', 'On ne paie pas par carte à ce guichet : choisissez les espèces.');
  }
  refuseOtherNotes(asking, terms);
  return { counter, mode };
}

/** Of one's choice: of those that the bureau says to have, one at least. */
function refuseOtherNotes({ request, base }: Asking, terms: ReservationTerms): void {
  const { notes, denominations = [], side, currency } = request;
  const choice = choiceOf(terms, side === 'sale' ? currency.code : base);
  const isOffered =
    notes === 'choice'
      ? denominations.length > 0 && denominations.every((value) => choice.includes(value))
      : denominations.length === 0 && (notes === '' || terms.notes.includes(notes));
  if (!isOffered) throw new HttpError(400, 'no_such_notes', 'Ce bureau ne propose pas ces coupures.');
}

function wishedNotes({ denominations = [] }: ReservationRequest): number[] {
  return denominations.toSorted((a, b) => a - b);
}

function pricedBy(
  { request, base }: Asking,
  terms: ReservationTerms,
  mode: PickupMode,
  rate: Decimal,
): Price {
  const { side, target } = request;
  const amount = centsOf(request.amount);
  if (amount === null) throw new HttpError(400, 'invalid_amount', 'Un montant a deux décimales au plus.');
  const fee = centsOf(terms.modes[mode].fee) ?? 0;
  const price = priceOf({ side, target, amount, rate, fee });
  if (!price) throw new HttpError(400, 'too_little', 'De ce montant, il ne resterait rien à vous remettre.');
  refuse(400, findWrongAmount(terms, mode, worth(side, price), base));
  return price;
}

function pickupOf({ request, at }: Asking, terms: ReservationTerms, needs: Needs, counter: Counter): Date {
  const { opening } = counter;
  const pickupAt = readInstant(request.pickup_at, 'pickup_at');
  const now = at.getTime();
  const first = firstPickup(now, needs, opening);
  const held = heldUntil(now, terms);
  const isClosed = isDayClosed(counter, pickupAt.getTime());
  refuse(400, findWrongPickup(pickupAt.getTime(), { first, held, needs, opening, isDayClosed: isClosed }));
  return pickupAt;
}

async function stockFor(
  trx: Db,
  { travellerId, companyId, base, request, at, heard, network = null }: Asking,
  counter: Counter,
  price: Price,
  pickupAt: Date,
  share = LARGEST_SHARE,
): Promise<number> {
  const code = request.side === 'sale' ? request.currency.code : base;
  const day = dayAt(pickupAt.getTime(), counter.timeZone);
  const key = { companyId, branch: counter.id, code, day };
  const amount = textOf(handedOver(request.side, price));
  const holder = { travellerId, share, network };
  const there = { companyId, branch: counter.id, code };
  const hearers = network
    ? [
        { network, ...there },
        { network, ...there, travellerId },
      ]
    : [];
  const taken = await takeStock(trx, key, amount, holder);
  if (taken === null) {
    // while the traveller is held: many at once are no more answers than one after the other
    heard.add({ travellerId, companyId }, at);
    throw outOfStock(code);
  }
  // asked with the stock held: many of one network at once are no more answers than one after the other
  if (hearers.some((hearer) => heard.isEnough(hearer, at))) throw askedTooOften();
  // what others of its network hold is not this traveller's doing: the network hears it, and not for ever, nor from one alone
  if (!(await hasRoomFor(trx, taken, amount, holder))) {
    for (const hearer of hearers) heard.add(hearer, at);
    throw outOfStock(code);
  }
  return taken;
}

function askedTooOften(): HttpError {
  const sentence =
    'Ce bureau n’avait pas assez de billets pour vos dernières demandes : revenez demain, ou choisissez-en un autre.';
  return new HttpError(429, 'asked_too_often', sentence);
}

async function insertUnderSomeCode(
  trx: Db,
  reservation: Parameters<typeof insertReservation>[1],
): Promise<number> {
  for (;;) {
    const id = await insertReservation(trx, reservation, codeOf(randomInt(CODES)));
    if (id !== null) return id;
  }
}

/** The bureau has said so in its terms. */
async function acceptAtOnce(trx: Db, id: number, { companyId, at }: Asking): Promise<void> {
  const held = await holdReservation(trx, id, { companyId });
  if (held) await changeState(trx, held, { to: 'accepted', actor: 'bureau', at });
}

function refusedBy(
  obstacle: Obstacle,
  { side, currency }: { side: FixingSide; currency: { code: string } },
  fixed: FixedNow | null,
): Asked {
  // the one obstacle that is another rate: of all others no rate is shown to travellers
  const rate = obstacle === 'rate_changed' ? (fixed?.rate ?? null) : null;
  const message = sayObstacle(obstacle, side, currency.code, rate);
  return { obstacle, message, rate, updatedAt: rate && fixed ? new Date(fixed.updatedAt) : null };
}

function refuse(status: number, wrong: Wrong | undefined): void {
  if (wrong) throw new HttpError(status, wrong.code, wrong.message);
}

function textOf(cents: number): string {
  return String(amountOf(cents));
}
