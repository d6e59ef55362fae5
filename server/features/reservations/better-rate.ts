import { amountOf } from '#domain/money/cents.ts';
import { decimalText } from '#domain/money/decimal.ts';
import { betterPrice } from '#domain/reservations/better-rate.ts';
import { findHidden } from '#domain/reservations/fixed-now.ts';
import type { AppliedRate } from '#domain/reservations/reservation.ts';
import { readCents, readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import type { Change } from './change-state.ts';
import { COMPANY } from './counter.ts';
import { findCounter, holdFixing, holdShown } from './request.queries.ts';
import { findAgreed, type HeldReservation } from './reservations.queries.ts';
import { shownRate } from './to-reservation.ts';

/**
 * What a reservation that is held is handed over at now, where its bureau has promised the better of both rates and that of the
 * day is; null: as it was reserved. The rate stays until the transaction ends. `compared`: since when a fixing counts.
 */
export async function findBetterRate(
  trx: Db,
  { id, companyId }: HeldReservation,
  compared: number,
): Promise<{ shown: AppliedRate; better: NonNullable<Change['better']> } | null> {
  const { branch, side, code, promise, ...agreed } = await findAgreed(trx, id);
  // what no traveller is shown is no rate of the day
  if (!promise?.takes_better_rate || !(await holdShown(trx, companyId))) return null;
  const counter = branch === null ? COMPANY : await findCounter(trx, companyId, branch);
  if (!counter) return null;
  const fixed = await holdFixing(trx, counter, { companyId, code, side });
  if (!fixed?.rate || findHidden(fixed, compared)) return null;
  const { rate } = fixed;
  const price = {
    rate: readDecimal(agreed.rate),
    offered: readCents(agreed.offered),
    received: readCents(agreed.received),
    fee: readCents(agreed.fee),
  };
  const found = betterPrice(side, price, rate);
  if (!found) return null;
  const exchange = {
    rate: decimalText(rate),
    offered: String(amountOf(found.offered)),
    received: String(amountOf(found.received)),
  };
  return { shown: shownRate(side, rate, found), better: { was: agreed.rate, exchange } };
}
