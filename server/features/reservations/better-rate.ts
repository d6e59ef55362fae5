import { amountOf } from '#domain/money/cents.ts';
import { decimalText } from '#domain/money/decimal.ts';
import { betterPrice } from '#domain/reservations/better-rate.ts';
import { findHidden } from '#domain/reservations/fixed-now.ts';
import type { AppliedRate } from '#domain/reservations/reservation.ts';
import { readCents, readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import type { Change } from './change-state.ts';
import { COMPANY_ITSELF } from './pickup-branch.ts';
import { findPickupBranch, lockFixing, lockVisibility } from './request.queries.ts';
import { findAgreed, type LockedReservation } from './reservations.queries.ts';
import { toAppliedRate } from './to-reservation.ts';

/**
 * Exchange of a locked reservation at the better rate of the day where promised, else null. Locks the rate;
 * `compared`: oldest visible fixing.
 */
export async function findBetterRate(
  trx: Db,
  { id, companyId }: LockedReservation,
  compared: number,
): Promise<{ applied: AppliedRate; better: NonNullable<Change['better']> } | null> {
  const { branch, side, code, promise, ...agreed } = await findAgreed(trx, id);
  // a hidden rate is no rate of the day
  if (!promise?.takes_better_rate || !(await lockVisibility(trx, companyId))) return null;
  const pickupBranch = branch === null ? COMPANY_ITSELF : await findPickupBranch(trx, companyId, branch);
  if (!pickupBranch) return null;
  const fixed = await lockFixing(trx, pickupBranch, { companyId, code, side });
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
  return { applied: toAppliedRate(side, rate, found), better: { was: agreed.rate, exchange } };
}
