import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sinceOf } from '#domain/rates/freshness.ts';
import { readCode } from '#domain/reservations/code.ts';
import type { BetterRate, BureauReservation } from '#domain/reservations/reservation.ts';
import { travellerRetention } from '#domain/travellers/traveller.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { countRows, route } from '../../http/route.ts';
import type { Session } from '../../http/session.ts';
import { settleAttempt, startPickup, tooMany } from '../accounts/attempts.ts';
import { type Change, changeState } from '../reservations/change-state.ts';
import { findByCode, findOfCompany, listOfCompany } from '../reservations/list-reservations.queries.ts';
import { listMoveHours } from '../reservations/move-hours.ts';
import { moveReservation } from '../reservations/move-reservation.ts';
import type { PickupCodes } from '../reservations/pickup-codes.ts';
import { readInstant } from '../reservations/read-instant.ts';
import { noSuchReservation } from '../reservations/refusals.ts';
import { type LockedReservation, lockReservation } from '../reservations/reservations.queries.ts';
import { toCompanyReservation } from '../reservations/to-reservation.ts';
import { originOf } from '../security-events/origin.ts';
import { collect, foresee, formatUnseenRate } from './collect.ts';
import { editableCompany, listableCompany } from './company-scope.ts';

type Parts = { db: Db; config: Config; secret: string; codes: PickupCodes; now: () => Date };

export function registerDesk(app: FastifyInstance, { db, config, secret, codes, now }: Parts): void {
  route(app, 'GET /api/reservations', async ({ session, query }, reply) => {
    const { from, to } = query;
    const filter = {
      ...query,
      from: from === undefined ? undefined : readInstant(from, 'from'),
      to: to === undefined ? undefined : readInstant(to, 'to'),
    };
    const until = travellerRetention(now());
    const { rows, total } = await listOfCompany(db, listableCompany(session), filter, until, codes);
    countRows(reply, total);
    return rows.map((row) => toCompanyReservation(row, codes));
  });

  const findShownReservation = async (companyId: number | null, id: string): Promise<BureauReservation> => {
    const row = await findOfCompany(db, companyId, id);
    if (!row) throw noSuchReservation();
    return toCompanyReservation(row, codes);
  };
  const lockShownReservation = async (trx: Db, companyId: number | null, id: string) => {
    const held = await lockReservation(trx, id, companyId === null ? { anybody: true } : { companyId });
    if (!held) throw noSuchReservation();
    return held;
  };
  const changed = async <T>(
    session: Session,
    id: string,
    change: (trx: Db, held: LockedReservation) => Promise<T>,
  ) => {
    const companyId = editableCompany(session);
    const result = await db
      .transaction()
      .execute(async (trx) => change(trx, await lockShownReservation(trx, companyId, id)));
    return { result, row: await findShownReservation(companyId, id) };
  };
  const to = async (session: Session, id: string, state: Change['to'], reason?: Change['reason']) => {
    const change: Change = {
      to: state,
      actor: 'bureau',
      at: now(),
      userId: session.user.id,
      ...(reason && { reason }),
    };
    return (await changed(session, id, (trx, held) => changeState(trx, held, change))).row;
  };

  route(app, 'GET /api/reservations/{id}/hours', ({ session, params: { id } }) => {
    const companyId = editableCompany(session);
    return db
      .transaction()
      .execute(async (trx) =>
        listMoveHours(trx, await lockShownReservation(trx, companyId, id), 'bureau', now().getTime()),
      );
  });
  route(app, 'POST /api/reservations/accept', ({ session, body }) => to(session, body.id, 'accepted'));
  route(app, 'POST /api/reservations/decline', ({ session, body }) =>
    to(session, body.id, 'declined', body.reason),
  );
  route(app, 'POST /api/reservations/ready', ({ session, body }) => to(session, body.id, 'ready'));
  route(app, 'POST /api/reservations/no-show', ({ session, body }) => to(session, body.id, 'no_show'));
  route(app, 'POST /api/reservations/cancel', ({ session, body }) =>
    to(session, body.id, 'cancelled', body.reason),
  );

  route(app, 'POST /api/reservations/undo', ({ session, body }) =>
    to(session, body.id, 'ready', body.reason),
  );

  // wrong codes are counted and bounded
  async function readTypedCode(
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    typed: string,
  ) {
    const companyId = editableCompany(session);
    const code = readCode(typed);
    if (!code) throw noSuchReservation();
    const [userId, at] = [session.user.id, now()];
    const attempt = await startPickup(db, { secret, userId, at });
    const event = {
      kind: 'pickup_code',
      at,
      from: originOf(secret, request),
      subjectUserId: userId,
    } as const;
    if (attempt.waitSeconds !== null) {
      app.securityTally.add({ ...event, outcome: 'refused', details: { reason: 'too_many' } });
      throw tooMany(reply, attempt.waitSeconds, 'too_many_codes', 'codes qui ne sont d’aucune réservation');
    }
    const [id, another] = await settleAttempt(
      attempt,
      findByCode(db, companyId, { code, hashes: codes.hashesOf(code) }),
    );
    if (id === undefined) {
      app.securityTally.add({ ...event, outcome: 'failure', details: { reason: 'wrong_code' } });
      throw noSuchReservation();
    }
    await attempt.uncount();
    if (another !== undefined) {
      const sentence = 'Plusieurs bureaux ont donné ce code. C’est au bureau concerné de le saisir.';
      throw new HttpError(409, 'same_code', sentence);
    }
    return id;
  }

  route(app, 'POST /api/reservations/find', async (request, reply) => {
    const { session, body } = request;
    const id = await readTypedCode(request, reply, session, body.code);
    const at = now();
    const { compared } = sinceOf(config, at);
    const { result, row } = await changed(session, id, (trx, held) => foresee(trx, held, { at, compared }));
    return { ...result, reservation: row };
  });

  route(app, 'POST /api/reservations/collect', async (request, reply) => {
    const { session, body } = request;
    const id = await readTypedCode(request, reply, session, body.code);
    const [userId, at] = [session.user.id, now()];
    const { compared } = sinceOf(config, at);
    const { result, row } = await changed(session, id, (trx, held) =>
      collect(trx, held, {
        userId,
        at,
        seen: body.rate,
        isOtherDaySeen: body.another_day === true,
        compared,
      }),
    );
    if ('collected' in result) return row;
    const { unseen: current } = result;
    const conflict: BetterRate = {
      message: formatUnseenRate(current, { ...row, pickup_at: at.toISOString() }),
      code: 'better_rate',
      current,
      reservation: row,
    };
    return reply.code(409).send(conflict);
  });

  route(app, 'POST /api/reservations/move', async ({ session, body }) => {
    const move = {
      pickupAt: readInstant(body.pickup_at, 'pickup_at'),
      seen: readInstant(body.updated_at, 'updated_at'),
      at: now(),
    };
    const { row } = await changed(session, body.id, (trx, held) =>
      moveReservation(trx, held, { ...move, actor: 'bureau', userId: session.user.id }),
    );
    return row;
  });
}
