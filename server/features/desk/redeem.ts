import { amountOf, type Cents, centsOf } from '#domain/money/cents.ts';
import { decimalNumber, decimalText } from '#domain/money/decimal.ts';
import { returnedBase } from '#domain/reservations/buy-back.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import { findWrongRedemption } from '#domain/reservations/redeem.ts';
import { reservationStates } from '#domain/reservations/states.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { findOfCompany } from '../reservations/list-reservations.queries.ts';
import { insertRedemption } from '../reservations/redemptions.queries.ts';
import { noSuchReservation } from '../reservations/refusals.ts';
import { insertEvent, lockReservation } from '../reservations/reservations.queries.ts';
import { redeemableIn } from '../reservations/to-reservation.ts';

type RedemptionAttempt = {
  // null: every company
  companyId: number | null;
  id: string;
  amount: number;
  seen: Date;
  userId: number;
  at: Date;
};

export async function redeem(trx: Db, attempt: RedemptionAttempt): Promise<void> {
  const { companyId, id, seen, userId, at } = attempt;
  const amount = centsOf(attempt.amount);
  if (amount === null) {
    throw new HttpError(400, 'invalid_amount', 'Un montant a deux décimales au plus.');
  }
  const held = await lockReservation(trx, id, companyId === null ? { anybody: true } : { companyId });
  // a statement after the lock, which sees what a concurrent redemption has written
  const row = held && (await findOfCompany(trx, held.companyId, id));
  if (!held || !row) throw noSuchReservation();
  if (row.state !== 'collected' || row.slip === null) {
    const state = reservationStates[row.state].toLowerCase();
    const sentence = `Le bureau ne reprend que des billets remis. Cette commande est ${state}.`;
    throw new HttpError(409, 'reservation_changed', sentence);
  }
  const redeemable = redeemableIn(row);
  if (!redeemable) {
    const sentence = 'Aucune garantie de reprise n’a été donnée avec cette commande.';
    throw new HttpError(409, 'no_buy_back', sentence);
  }
  if (row.updated_at.getTime() !== seen.getTime()) {
    const sentence = 'Cette commande a changé entre-temps. Relisez ce qui reste à reprendre.';
    throw new HttpError(409, 'reservation_changed', sentence);
  }
  const rate = readDecimal(row.applied_rate ?? row.rate);
  const exchange = { base: row.base, currency: row.currency_code, rate: decimalNumber(rate) };
  const moment = { now: at.getTime(), timeZone: row.time_zone ?? COUNTER_ZONE };
  const error = findWrongRedemption(redeemable, exchange, amount, moment);
  if (error) throw new HttpError(409, error.code, error.message);
  await insertRedemption(trx, {
    reservationId: held.id,
    companyId: held.companyId,
    slip: row.slip,
    at,
    userId,
    rate: decimalText(rate),
    percentOff: redeemable.percent_off,
    amount: toNumeric(amount),
    paid: toNumeric(returnedBase(redeemable, amount, rate)),
  });
  await insertEvent(trx, held.id, { at, kind: 'redeemed', actor: 'bureau', userId });
}

function toNumeric(cents: Cents): string {
  return amountOf(cents).toFixed(2);
}
