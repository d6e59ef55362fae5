import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  liveTravellerSessions,
  type OwnTravellerSession,
  SESSION_SECONDS,
} from '#domain/travellers/traveller.ts';
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
import { issueXsrf, removeXsrf, requireXsrf } from './xsrf.ts';

/** Outlives the browser like the session itself, because travellers come back after weeks. */
const cookie = tokenCookie('traveller', { maxAge: SESSION_SECONDS });
const TOUCH_EVERY = 60 * 60_000;

declare module 'fastify' {
  interface FastifyRequest {
    traveller: TravellerSession | null;
  }
  interface FastifyInstance {
    travellers: Travellers;
  }
}

export type Travellers = {
  /**
   * Admits the request with its traveller, or throws an HttpError: 401 without a session, 403 for a write
   * without its XSRF token.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  open(
    trx: Db,
    travellerId: number,
    request: FastifyRequest,
  ): Promise<{ tokenHash: Buffer; setCookie(reply: FastifyReply): void }>;
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  list(request: FastifyRequest & { traveller: TravellerSession }): Promise<OwnTravellerSession[]>;
  endOthers(trx: Db, request: FastifyRequest & { traveller: TravellerSession }): Promise<number>;
};

/** Travellers' sessions on the public host, with a cookie and a table apart from the back-office. */
export function registerTravellerSession(
  app: FastifyInstance,
  { db, now }: { db: Db; now: () => Date },
): void {
  app.decorateRequest('traveller', null);
  app.decorate('travellers', {
    async admit(request, reply) {
      const token = cookie.read(request);
      const at = now();
      const found = token ? await findTravellerSession(db, hashOf(token), liveTravellerSessions(at)) : null;
      if (!token || !found) {
        const sentence =
          'Vous n’êtes pas connecté, ou votre session a expiré. Demandez un code pour continuer.';
        throw new HttpError(401, 'no_session', sentence);
      }
      requireXsrf(request, reply);
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
      const tokenHash = hashOf(value);
      await insertTravellerSession(trx, { tokenHash, travellerId, at: now() });
      return {
        tokenHash,
        setCookie(reply) {
          cookie.set(request, reply, value);
          // later writes need the XSRF token
          issueXsrf(request, reply);
        },
      };
    },
    async close(request, reply) {
      const token = cookie.read(request);
      cookie.set(request, reply, '');
      removeXsrf(request, reply);
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
    alive: liveTravellerSessions(now()),
  });
}
