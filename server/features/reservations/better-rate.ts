import { branchRate } from '#domain/branches/branch-rate.ts';
import { amountOf } from '#domain/money/cents.ts';
import { decimalNumber, decimalText } from '#domain/money/decimal.ts';
import { betterPrice } from '#domain/reservations/better-rate.ts';
import { findObstacle } from '#domain/reservations/fixed-now.ts';
import type { AppliedRate } from '#domain/reservations/reservation.ts';
import { readCents, readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import type { Change } from './change-state.ts';
import { COMPANY, findCounter, holdFixing } from './request.queries.ts';
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
  if (!promise?.takes_better_rate) return null;
  const counter = branch === null ? COMPANY : await findCounter(trx, companyId, branch);
  if (!counter) return null;
  const own = counter.rates === 'own' ? counter.id : null;
  const fixed = await holdFixing(trx, { companyId, branch: own, code, side });
  const rate = fixed?.rate ? branchRate(side, fixed.rate, counter.percent) : null;
  if (!fixed || !rate) return null;
  // what no traveller is shown is no rate of the day
  const seen = { rate: decimalNumber(rate), updatedAt: fixed.updatedAt };
  if (findObstacle({ ...fixed, rate }, seen, compared)) return null;
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
