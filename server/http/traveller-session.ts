import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type OwnTravellerSession, SESSION_SECONDS, travellerAliveAt } from '#domain/travellers/traveller.ts';
import type { Db } from '../db/open.ts';
import { HttpError } from './http-error.ts';
import { hashOf, newToken, tokenCookie } from './token-cookie.ts';
import {
  deleteOtherTravellerSessions,
  deleteTravellerSession,
  findTravellerSession,
  insertTravellerSession,
  listTravellerSessions,
  type TravellerSession,
  touchTravellerSession,
} from './traveller-session.queries.ts';
import { demandXsrf, giveXsrf, takeXsrf } from './xsrf.ts';

/** It outlives the browser, as the session does: who travels comes back after weeks. */
const cookie = tokenCookie('traveller', { maxAge: SESSION_SECONDS });
/** A use is written down at most this often. */
const TOUCH_EVERY = 60 * 60_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** which traveller asks; null on a call that needs none */
    traveller: TravellerSession | null;
  }
  interface FastifyInstance {
    travellers: Travellers;
  }
}

export type Travellers = {
  /** Lets the request through with its traveller, or throws an HttpError: 401 without one, 403 for a write without its token. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Opens a session, in the transaction that says whose, under a new token, and ends that of this browser before. */
  open(
    trx: Db,
    travellerId: number,
    request: FastifyRequest,
  ): Promise<{ tellBrowser(reply: FastifyReply): void }>;
  /** Ends the request's session. */
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** The open ones of the traveller who asks. */
  list(request: FastifyRequest & { traveller: TravellerSession }): Promise<OwnTravellerSession[]>;
  /** Ends all of them but the request's, and says how many they were. */
  endOthers(trx: Db, request: FastifyRequest & { traveller: TravellerSession }): Promise<number>;
};

/** Sessions of travellers, on the public host: a cookie and a table of their own, nothing shared with the back-office. */
export function registerTravellerSession(
  app: FastifyInstance,
  { db, now }: { db: Db; now: () => Date },
): void {
  app.decorateRequest('traveller', null);
  app.decorate('travellers', {
    async admit(request, reply) {
      const token = cookie.read(request);
      const at = now();
      const found = token ? await findTravellerSession(db, hashOf(token), travellerAliveAt(at)) : null;
      if (!token || !found) {
        const sentence =
          'Vous n’êtes pas connecté, ou votre session a expiré. Demandez un code pour continuer.';
        throw new HttpError(401, 'no_session', sentence);
      }
      demandXsrf(request, reply);
      const { lastUsedAt, ...traveller } = found;
      request.traveller = traveller;
      if (at.getTime() - lastUsedAt.getTime() >= TOUCH_EVERY) {
        await touchTravellerSession(db, hashOf(token), traveller.id, at);
      }
    },
    async open(trx, travellerId, request) {
      const former = cookie.read(request);
      if (former) await deleteTravellerSession(trx, hashOf(former));
      const value = newToken();
      await insertTravellerSession(trx, { tokenHash: hashOf(value), travellerId, at: now() });
      return {
        tellBrowser(reply) {
          cookie.set(request, reply, value);
          // from now on its writes are asked for the token
          giveXsrf(request, reply);
        },
      };
    },
    async close(request, reply) {
      const token = cookie.read(request);
      cookie.set(request, reply, '');
      takeXsrf(request, reply);
      if (token) await deleteTravellerSession(db, hashOf(token));
    },
    async list(request) {
      const rows = await listTravellerSessions(db, ownOf(request));
      return rows.map(({ created_at, last_used_at, is_current }) => ({
        created_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
        is_current: Boolean(is_current),
      }));
    },
    endOthers: (trx, request) => deleteOtherTravellerSessions(trx, ownOf(request)),
  });

  const ownOf = (request: FastifyRequest & { traveller: TravellerSession }) => ({
    travellerId: request.traveller.id,
    tokenHash: hashOf(cookie.read(request) ?? ''),
    alive: travellerAliveAt(now()),
  });
}
