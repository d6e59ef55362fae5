import type { FastifyInstance } from 'fastify';
import { amountOf } from '#domain/money/cents.ts';
import { COUNTER_ZONE } from '#domain/reservations/format-moment.ts';
import { brought, handedOver } from '#domain/reservations/price.ts';
import { MOST_REGISTER_LINES, type RegisterLine } from '#domain/reservations/register.ts';
import { readCents } from '../../db/numeric.ts';
import type { Db } from '../../db/open.ts';
import { route } from '../../http/route.ts';
import { type RegisterRow, selectRegister } from '../reservations/register.queries.ts';
import { listableCompany } from './company-scope.ts';

export function registerRegister(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, 'GET /api/reservations/register', async ({ session, query: { day } }) => {
    const rows = await selectRegister(db, listableCompany(session), day);
    return {
      lines: rows.slice(0, MOST_REGISTER_LINES).map(toLine),
      is_cut: rows.length > MOST_REGISTER_LINES,
    };
  });
}

function toLine(row: RegisterRow): RegisterLine {
  const { kind, number, at, time_zone, company, branch, reference, reservation, payment } = row;
  return {
    kind,
    number,
    at: at.toISOString(),
    time_zone: time_zone ?? COUNTER_ZONE,
    company,
    branch: branch ?? '',
    reservation: { id: reference, number: reservation },
    payment,
    ...exchangeOf(row),
  };
}

function exchangeOf({ kind, side, base, currency, amount, paid, ...row }: RegisterRow) {
  if (amount !== null && paid !== null) {
    return {
      got: { currency, amount: amountOf(readCents(amount)) },
      given: { currency: base, amount: amountOf(readCents(paid)) },
    };
  }
  const price = {
    offered: readCents(row.offered),
    received: readCents(row.received),
    fee: readCents(row.fee),
  };
  const sign = kind === 'struck' ? -1 : 1;
  const [got, given] = [brought(side, price), handedOver(side, price)].map((cents) => amountOf(sign * cents));
  return {
    got: { currency: side === 'sale' ? base : currency, amount: got ?? 0 },
    given: { currency: side === 'sale' ? currency : base, amount: given ?? 0 },
  };
}
