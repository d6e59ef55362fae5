import { createHash, randomBytes, randomInt } from 'node:crypto';
import { dayAt } from '#domain/branches/open-state.ts';
import type { MidRate } from '#domain/currencies/currency.ts';
import { amountOf, centsOf } from '#domain/money/cents.ts';
import { type Decimal, decimalText } from '#domain/money/decimal.ts';
import type { FixingSide } from '#domain/rates/draft.ts';
import { CODES, codeOf } from '#domain/reservations/code.ts';
import { findWrongPickup, firstPickup, heldUntil, lapsesAt } from '#domain/reservations/deadlines.ts';
import {
  type FixedNow,
  findObstacle,
  formatObstacle,
  type Obstacle,
} from '#domain/reservations/fixed-now.ts';
import { handedOver, type Price, type PriceRequest, priceOf, worth } from '#domain/reservations/price.ts';
import { promisedOf } from '#domain/reservations/promise.ts';
import {
  MOST_OPEN,
  type NotesConflict,
  type ReservationRequest,
  type SameConflict,
} from '#domain/reservations/reservation.ts';
import {
  findWrongAmount,
  isAcceptedAtOnce,
  LARGEST_SHARE,
  modeOf,
  needsOf,
  type PickupMode,
  type PreparationMinutes,
  type ReservationTerms,
} from '#domain/terms/terms.ts';
import type { ValidationError } from '#domain/validation/draft.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { changeState } from '../reservations/change-state.ts';
import { hasClosureAt, type PickupBranch, serves } from '../reservations/pickup-branch.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';
import { readInstant } from '../reservations/read-instant.ts';
import { recordEvent } from '../reservations/record-event.ts';
import { outOfStock } from '../reservations/refusals.ts';
import {
  countMade,
  countOfNewcomers,
  countOpen,
  findByKey,
  findMailbox,
  findPickupBranch,
  findSame,
  hasCollected,
  lockFixing,
  lockPerson,
  lockTerms,
} from '../reservations/request.queries.ts';
import { insertReservation, lockReservation } from '../reservations/reservations.queries.ts';
import { type StockKey, takeStock } from '../reservations/stocks.queries.ts';
import { countRefusal, countReservation, MOST_A_DAY, MOST_AN_HOUR, refuseAskers } from './request-quotas.ts';
import { refuseOtherNotes, settleInNotes } from './settle-in-notes.ts';

/** Open reservations of newcomers at a company by network, several times what a hall of travellers makes. */
const MOST_NEWCOMERS = 200;

/** `compared`: oldest visible fixing, in milliseconds since 1970. */
export type ReservationAttempt = {
  travellerId: number;
  companyId: number;
  base: string;
  key: string;
  request: ReservationRequest;
  at: Date;
  compared: number;
  codes: PickupCodes;
  secret: string;
  /** Left out: unknown, as is the HMAC of its network. */
  address?: string;
  network?: Buffer | null;
  midRate?: MidRate | null;
};

/**
 * Reservation made now or by this key before, or the reason why its rate cannot be frozen with the present
 * one.
 */
export type RequestedReservation =
  | { id: number; reference: string }
  | { conflict: NotesConflict | SameConflict }
  | { obstacle: Obstacle; message: string; rate: Decimal | null; updatedAt: Date | null };

/**
 * Freezes a rate and takes the amount from the stock in one transaction. Lock order: traveller, company and
 * terms, branch, fixing, stock; throws an HttpError with 400, 401, 409, 422 or 429.
 */
export async function requestReservation(db: Db, attempt: ReservationAttempt): Promise<RequestedReservation> {
  const mailbox = (await findMailbox(db, attempt.travellerId)) ?? '';
  const outcome = await tryToReserve(db, attempt, mailbox);
  if ('refused' in outcome) throw outcome.refused;
  return outcome;
}

/** `refused`: counted by the transaction, which an error would undo. */
type Outcome = RequestedReservation | { refused: HttpError };

async function tryToReserve(db: Db, attempt: ReservationAttempt, mailbox: string): Promise<Outcome> {
  const hash = createHash('sha256').update(JSON.stringify(attempt.request)).digest();
  return db.transaction().execute(async (trx) => {
    const accounts = await lockPerson(trx, attempt.travellerId);
    if (!accounts) {
      throw new HttpError(401, 'no_session', 'Votre compte n’existe plus. Connectez-vous pour continuer.');
    }
    const known = await findByKey(trx, attempt.travellerId, attempt.key);
    if (known?.hash.equals(hash)) return { id: known.id, reference: known.reference };
    if (known) {
      const sentence =
        'Cette clé a déjà servi pour une autre réservation. Recommencez avec une nouvelle clé.';
      throw new HttpError(422, 'key_reused', sentence);
    }
    if ((await countOpen(trx, accounts)) >= MOST_OPEN) {
      const sentence = `Vous avez déjà ${MOST_OPEN} réservations en cours. Annulez-en une, ou attendez que l’une soit remise.`;
      throw new HttpError(409, 'too_many_open', sentence);
    }
    refuseTooMany(await countMade(trx, accounts, attempt.at));
    return reserve(trx, attempt, { hash, accounts, mailbox });
  });
}

function refuseTooMany({ ofHour, ofDay }: { ofHour: number; ofDay: number }): void {
  if (ofDay >= MOST_A_DAY) {
    throw tooManyReservations(
      `Vous avez fait ${MOST_A_DAY} demandes de réservation en un jour. Réessayez demain.`,
    );
  }
  if (ofHour >= MOST_AN_HOUR) {
    throw tooManyReservations(
      `Vous avez fait ${MOST_AN_HOUR} demandes de réservation en une heure. Réessayez dans une heure.`,
    );
  }
}

function tooManyReservations(sentence: string): HttpError {
  return new HttpError(429, 'too_many_reservations', sentence);
}

async function reserve(
  trx: Db,
  attempt: ReservationAttempt,
  { hash, accounts, mailbox }: { hash: Buffer; accounts: readonly number[]; mailbox: string },
): Promise<Outcome> {
  const { request, companyId, at } = attempt;
  const asker = { ...attempt, mailbox };
  await refuseAskers(trx, asker, () => hasCollected(trx, accounts));
  const { side } = request;
  const terms = await lockTerms(trx, companyId);
  if (!terms) throw new HttpError(409, 'takes_none', 'Ce bureau ne prend pas de réservation en ce moment.');
  const { branch, mode } = await findRequestedBranch(trx, attempt, terms);
  const fixed = await lockFixing(trx, branch, { companyId, code: request.currency.code, side });
  const obstacle = findObstacle(
    fixed,
    { rate: request.rate, updatedAt: readInstant(request.updated_at, 'updated_at').getTime() },
    attempt.compared,
  );
  if (obstacle || !fixed?.rate) return toObstacle(obstacle ?? 'no_rate', request, fixed);
  const { rate } = fixed;
  const settled = settleInNotes(readExchange(attempt, terms, mode, rate), request, terms, attempt.base);
  if ('conflict' in settled) return settled;
  const { price } = settled;
  refuse(400, findWrongAmount(terms, mode, worth(side, price), attempt.base));
  const pickupAt = readPickup(attempt, terms, needsOf(terms, mode, worth(side, price)), branch);
  const held = new Date(heldUntil(at.getTime(), terms));
  const repeated = await findRepeated(trx, attempt, accounts, { price, pickupAt });
  if (repeated) return repeated;
  await refuseCrowd(trx, attempt, accounts);
  const holder = { accounts, share: terms.largest_share ?? LARGEST_SHARE, side, rate };
  const handed = textOf(handedOver(side, price));
  const key = stockKeyOf(attempt, branch, pickupAt);
  const stockId = await takeStock(trx, key, handed, holder);
  if (stockId === null) {
    // under the person's lock, so that parallel requests get no extra answers
    await countRefusal(trx, asker, `${attempt.travellerId} ${attempt.key} ${hash.toString('base64')}`);
    return { refused: outOfStock(key.code) };
  }
  if (!(await countReservation(trx, asker))) {
    throw tooManyReservations(
      'Vous avez déjà fait beaucoup de demandes de réservation avec cette adresse. Réessayez demain.',
    );
  }
  const { id, reference } = await insertUnderSomeCode(trx, attempt.codes, {
    company_id: companyId,
    branch: branch.id,
    traveller_id: attempt.travellerId,
    request_key: attempt.key,
    request_hash: hash,
    network: attempt.network ?? null,
    side,
    mode,
    stock_id: stockId,
    base: attempt.base,
    currency_code: request.currency.code,
    rate: decimalText(rate),
    fixed_at: new Date(fixed.updatedAt),
    offered: textOf(price.offered),
    received: textOf(price.received),
    fee: textOf(price.fee),
    handed_over: handed,
    payment: request.payment,
    notes: request.notes,
    denominations: readWishedNotes(request),
    promise: JSON.stringify(promisedOf(terms, request.currency.code, attempt.midRate)),
    pickup_at: pickupAt,
    held_until: held,
    requested_at: at,
    updated_at: at,
    due_at: new Date(lapsesAt(at.getTime(), pickupAt.getTime(), terms, branch.opening)),
  });
  await recordEvent(trx, id, { at, kind: 'requested', actor: 'traveller' });
  if (isAcceptedAtOnce(terms, worth(side, price))) await acceptAtOnce(trx, id, attempt);
  return { id, reference };
}

async function findRequestedBranch(
  trx: Db,
  attempt: ReservationAttempt,
  terms: ReservationTerms,
): Promise<{ branch: PickupBranch; mode: PickupMode }> {
  const { companyId, request } = attempt;
  const branch = await findPickupBranch(trx, companyId, request.branch);
  if (!branch) {
    const sentence = 'Cette agence n’est plus proposée. Choisissez où retirer vos billets.';
    throw new HttpError(409, 'unknown_branch', sentence);
  }
  const mode = modeOf(branch.kind);
  if (mode === null || !terms.modes[mode].is_offered || !serves(branch, request.side)) {
    throw new HttpError(
      409,
      'not_there',
      'Cette agence ne prend pas cette réservation. Choisissez-en une autre.',
    );
  }
  if (request.payment === 'card' && !(branch.takesCards && request.side === 'sale')) {
    throw new HttpError(400, 'no_card', 'Ce guichet ne prend pas la carte. Choisissez les espèces.');
  }
  refuseOtherNotes(request, terms, attempt.base);
  return { branch, mode };
}

function readWishedNotes({ denominations = [] }: ReservationRequest): number[] {
  return denominations.toSorted((a, b) => a - b);
}

function readExchange(
  { request }: ReservationAttempt,
  terms: ReservationTerms,
  mode: PickupMode,
  rate: Decimal,
): PriceRequest {
  const { side, target } = request;
  const amount = centsOf(request.amount);
  if (amount === null) throw new HttpError(400, 'invalid_amount', 'Un montant a deux décimales au plus.');
  const fee = centsOf(terms.modes[mode].fee) ?? 0;
  const exchange = { side, target, amount, rate, fee };
  if (priceOf(exchange)) return exchange;
  throw new HttpError(400, 'too_little', 'Ce montant est trop petit pour être échangé.');
}

function readPickup(
  { request, at }: ReservationAttempt,
  terms: ReservationTerms,
  needs: PreparationMinutes,
  branch: PickupBranch,
): Date {
  const { opening } = branch;
  const pickupAt = readInstant(request.pickup_at, 'pickup_at');
  const now = at.getTime();
  const first = firstPickup(now, needs, opening);
  const held = heldUntil(now, terms);
  const isClosed = hasClosureAt(branch, pickupAt.getTime());
  refuse(400, findWrongPickup(pickupAt.getTime(), { first, held, needs, opening, isInClosure: isClosed }));
  return pickupAt;
}

function stockKeyOf(
  { companyId, base, request }: ReservationAttempt,
  branch: PickupBranch,
  pickupAt: Date,
): StockKey {
  const code = request.side === 'sale' ? request.currency.code : base;
  return { companyId, branch: branch.id, code, day: dayAt(pickupAt.getTime(), branch.timeZone) };
}

/** Refuses a newcomer on a network of which a company expects too many. Newcomers have never collected anything. */
async function refuseCrowd(
  trx: Db,
  { network, companyId }: ReservationAttempt,
  accounts: readonly number[],
): Promise<void> {
  if (!network || (await hasCollected(trx, accounts))) return;
  if ((await countOfNewcomers(trx, { network, companyId })) < MOST_NEWCOMERS) return;
  const sentence =
    'Trop de réservations sont en cours depuis ce réseau pour ce bureau. Réessayez depuis un autre réseau, ou choisissez un autre bureau.';
  throw new HttpError(429, 'crowded_network', sentence);
}

/** Asks before the same reservation is made twice. */
async function findRepeated(
  trx: Db,
  { request, companyId, at }: ReservationAttempt,
  accounts: readonly number[],
  { price, pickupAt }: { price: Price; pickupAt: Date },
): Promise<RequestedReservation | null> {
  if (request.is_meant_again) return null;
  const { branch, side, currency } = request;
  const handed = textOf(handedOver(side, price));
  const same = { companyId, branch, side, code: currency.code, handedOver: handed, pickupAt, at };
  const reservation = await findSame(trx, accounts, same);
  if (reservation === null) return null;
  const message = 'Vous avez déjà réservé ceci : le même montant, au même guichet, à la même heure.';
  return { conflict: { code: 'same_reservation', message, reservation } };
}

async function insertUnderSomeCode(
  trx: Db,
  codes: PickupCodes,
  reservation: Parameters<typeof insertReservation>[1],
): Promise<{ id: number; reference: string }> {
  for (;;) {
    const [reference, code] = [randomBytes(16).toString('hex'), codeOf(randomInt(CODES))];
    const sealed = codes.seal(reference, code);
    const made = await insertReservation(trx, reservation, { reference, code, sealed });
    if (made) return made;
  }
}

async function acceptAtOnce(trx: Db, id: number, { companyId, at }: ReservationAttempt): Promise<void> {
  const held = await lockReservation(trx, id, { companyId });
  if (held) await changeState(trx, held, { to: 'accepted', actor: 'bureau', at });
}

function toObstacle(
  obstacle: Obstacle,
  { side, currency }: { side: FixingSide; currency: { code: string } },
  fixed: FixedNow | null,
): RequestedReservation {
  // a changed rate is the only obstacle with a visible rate
  const rate = obstacle === 'rate_changed' ? (fixed?.rate ?? null) : null;
  const message = formatObstacle(obstacle, side, currency.code, rate);
  return { obstacle, message, rate, updatedAt: rate && fixed ? new Date(fixed.updatedAt) : null };
}

function refuse(status: number, error: ValidationError | undefined): void {
  if (error) throw new HttpError(status, error.code, error.message);
}

function textOf(cents: number): string {
  return String(amountOf(cents));
}
