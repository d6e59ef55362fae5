import type { FastifyInstance } from 'fastify';
import { decimalNumber } from '#domain/money/decimal.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import type { RedemptionPaper } from '#domain/reservations/redemption.ts';
import { readDecimal } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { countRows, route } from '../../http/route.ts';
import { findOfCompany } from '../reservations/list-reservations.queries.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';
import { readInstant } from '../reservations/read-instant.ts';
import { listRedemptions, type RedemptionRow } from '../reservations/redemptions.queries.ts';
import { noSuchReservation } from '../reservations/refusals.ts';
import { toCompanyReservation } from '../reservations/to-reservation.ts';
import { editableCompany, listableCompany } from './company-scope.ts';
import { redeem } from './redeem.ts';

type Parts = { db: Db; codes: PickupCodes; now: () => Date };

export function registerRedemptions(app: FastifyInstance, { db, codes, now }: Parts): void {
  route(app, 'POST /api/reservations/redeem', async ({ session, body }) => {
    const { id, amount } = body;
    const companyId = editableCompany(session);
    const seen = readInstant(body.updated_at, 'updated_at');
    const attempt = { companyId, id, amount, seen, userId: session.user.id, at: now() };
    await db.transaction().execute((trx) => redeem(trx, attempt));
    const row = await findOfCompany(db, companyId, id);
    if (!row) throw noSuchReservation();
    return toCompanyReservation(row, codes);
  });

  route(app, 'GET /api/reservations/redemptions', async ({ session, query }, reply) => {
    const { rows, total } = await listRedemptions(db, listableCompany(session), query);
    countRows(reply, total);
    return rows.map(toPaper);
  });
}

function toPaper({ reference, reservation, at, time_zone, ...row }: RedemptionRow): RedemptionPaper {
  return {
    ...row,
    at: at.toISOString(),
    time_zone: time_zone ?? COUNTER_ZONE,
    reservation: { id: reference, number: reservation },
    rate: numberOf(row.rate),
    percent_off: numberOf(row.percent_off),
    amount: numberOf(row.amount),
    paid: numberOf(row.paid),
  };
}

function numberOf(text: string): number {
  return decimalNumber(readDecimal(text));
}
