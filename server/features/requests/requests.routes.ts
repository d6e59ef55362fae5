import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mailboxOf } from '#domain/audience/email.ts';
import { decimalNumber } from '#domain/money/decimal.ts';
import { sinceOf } from '#domain/rates/freshness.ts';
import type { RateConflict, Reservation } from '#domain/reservations/reservation.ts';
import { bookOf, type FollowedBook } from '../../book/follow.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { databaseAway, HttpError } from '../../http/http-error.ts';
import { route } from '../../http/route.ts';
import { changeState } from '../reservations/change-state.ts';
import { listOwn } from '../reservations/list-reservations.queries.ts';
import { listMoveHours } from '../reservations/move-hours.ts';
import { type Move, moveReservation } from '../reservations/move-reservation.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';
import { readInstant } from '../reservations/read-instant.ts';
import { noSuchReservation, OUT_OF_STOCK } from '../reservations/refusals.ts';
import { lockReservation } from '../reservations/reservations.queries.ts';
import { toReservation } from '../reservations/to-reservation.ts';
import { originWithoutUser } from '../security-events/origin.ts';
import { findCompanyFor } from './find-company.ts';
import { listOtherBranches } from './list-other-branches.ts';
import { midRateOf } from './mid-rate-of.ts';
import { countRefusal, refuseAskers } from './request-quotas.ts';
import { requestReservation } from './request-reservation.ts';

type Parts = {
  db: Db;
  book: FollowedBook;
  config: Config;
  secret: string;
  codes: PickupCodes;
  now: () => Date;
};

export function registerRequests(
  app: FastifyInstance,
  { db, book, config, secret, codes, now }: Parts,
): void {
  const companyOf = findCompanyFor({ db, book, config });
  const readReservation = async (travellerId: number, id: string): Promise<Reservation> => {
    const [row] = await listOwn(db, travellerId, id);
    if (!row) throw noSuchReservation();
    return toReservation(row, codes);
  };

  route(app, 'GET /api/traveller/reservations', async ({ traveller }) => {
    return (await listOwn(db, traveller.id)).map((row) => toReservation(row, codes));
  });

  route(app, 'GET /api/traveller/reservations/{id}', ({ traveller, params }) =>
    readReservation(traveller.id, params.id),
  );

  const lockOwn = async (trx: Db, travellerId: number, id: string) => {
    const held = await lockReservation(trx, id, { travellerId });
    if (!held) throw noSuchReservation();
    return held;
  };

  route(app, 'GET /api/traveller/reservations/{id}/branches', ({ traveller, params }) =>
    db
      .transaction()
      .execute(async (trx) =>
        listOtherBranches(trx, await lockOwn(trx, traveller.id, params.id), now().getTime()),
      ),
  );

  route(app, 'GET /api/traveller/reservations/{id}/hours', ({ traveller, params }) =>
    db
      .transaction()
      .execute(async (trx) =>
        listMoveHours(trx, await lockOwn(trx, traveller.id, params.id), 'traveller', now().getTime()),
      ),
  );

  route(app, 'POST /api/traveller/reservations', async (request, reply) => {
    const { traveller, body } = request;
    const key = readKey(request);
    const known = bookOf(book);
    if (!known.base) throw databaseAway();
    const company = await companyOf(body.company);
    if (!company) throw new HttpError(404, 'not_found', 'Ce bureau n’est pas comparé sur Parité.');
    const at = now();
    const requested = await requestReservation(db, {
      travellerId: traveller.id,
      companyId: company.id,
      base: known.base.code,
      key,
      request: body,
      at,
      compared: sinceOf(config, at).compared,
      codes,
      secret,
      address: request.ip,
      network: originWithoutUser(secret, request).network,
      midRate: midRateOf(known, body.currency.code),
    });
    if ('reference' in requested) return readReservation(traveller.id, requested.reference);
    if ('conflict' in requested) return reply.code(409).send(requested.conflict);
    const { obstacle: code, message, rate, updatedAt } = requested;
    const current = rate && updatedAt && { rate: decimalNumber(rate), updated_at: updatedAt.toISOString() };
    const conflict: RateConflict = { message, code, current };
    return reply.code(409).send(conflict);
  });

  route(app, 'POST /api/traveller/reservations/cancel', async ({ traveller, body }) => {
    await db.transaction().execute(async (trx) => {
      const held = await lockOwn(trx, traveller.id, body.id);
      await changeState(trx, held, { to: 'cancelled', actor: 'traveller', at: now() });
    });
    return readReservation(traveller.id, body.id);
  });

  route(app, 'POST /api/traveller/reservations/move', async ({ traveller, body, ip: address }) => {
    const move: Move = {
      pickupAt: readInstant(body.pickup_at, 'pickup_at'),
      seen: readInstant(body.updated_at, 'updated_at'),
      branch: body.branch,
      actor: 'traveller',
      at: now(),
    };
    const asker = { secret, mailbox: mailboxOf(traveller.email), address, at: move.at };
    const refused = await db.transaction().execute(async (trx) => {
      // asked and counted under its lock, so that moves at once get no extra answers
      const held = await lockOwn(trx, traveller.id, body.id);
      const holder = { ...asker, companyId: held.companyId };
      // the network is no reason: who has a reservation is not shut out by others
      await refuseAskers(trx, holder, async () => true);
      try {
        await moveReservation(trx, held, move);
      } catch (error) {
        if (!(error instanceof HttpError && error.code === OUT_OF_STOCK)) throw error;
        await countRefusal(trx, holder);
        return error;
      }
      return null;
    });
    if (refused) throw refused;
    return readReservation(traveller.id, body.id);
  });
}

/** Idempotency key, so that a lost answer is repeated. */
function readKey({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && /^[\x21-\x7e]{1,128}$/.test(key)) return key;
  const sentence = 'L’en-tête Idempotency-Key doit compter de 1 à 128 caractères, sans espace ni accent.';
  throw new HttpError(400, 'invalid_key', sentence);
}
