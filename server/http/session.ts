import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requiresFactor } from '#domain/factors/second-factor.ts';
import { isAllowed, isAnyAllowed } from '#domain/iam/scopes.ts';
import { deviceOf } from '#domain/login/device.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import { HttpError } from './http-error.ts';
import { createOfficeLimit } from './limits.ts';
import { shortAddress } from './network.ts';
import {
  type Alive,
  deletePendingLogin,
  deleteSession,
  type EndedSession,
  findPendingLogin,
  findSession,
  insertPendingLogin,
  insertSession,
  type Opener,
  type SessionRow,
  touchSession,
} from './session.queries.ts';
import { hashOf, newToken, tokenCookie } from './token-cookie.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ENDS_UNUSED_AFTER = 12 * HOUR;
const ENDS_AFTER = 7 * 24 * HOUR;
const TOUCH_EVERY = MINUTE;
const PENDING_FOR = 10 * MINUTE;
const VERIFIED_FOR = 10 * MINUTE;

const cookie = tokenCookie('session');

export type Session = Omit<SessionRow, 'lastUsedAt'>;

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyInstance {
    sessions: Sessions;
  }
}

export type Sessions = {
  /**
   * Admits the request with its session, or throws an HttpError: 401 without one, 403 without a scope or a
   * required second factor.
   */
  admit(request: FastifyRequest, call: Requirement): Promise<void>;
  /**
   * Opens a session under a new token. false: the account was suspended or got another password meanwhile.
   * `alongside` writes in the same transaction.
   */
  open(request: FastifyRequest, reply: FastifyReply, opener: Opener, alongside: Alongside): Promise<boolean>;
  openPending(
    request: FastifyRequest,
    reply: FastifyReply,
    opener: Opener,
    alongside: (trx: Db, former: EndedSession | null) => Promise<void>,
  ): Promise<boolean>;
  findPending(request: FastifyRequest): Promise<PendingLogin | null>;
  /** Opens the session of a pending login. false: as for `open`, or already opened. */
  openAfter(
    request: FastifyRequest,
    reply: FastifyReply,
    login: PendingLogin,
    alongside: Alongside,
  ): Promise<boolean>;
  look(request: FastifyRequest): Promise<Session | null>;
  close(request: FastifyRequest, reply: FastifyReply): Promise<EndedSession | null>;
};

type Requirement = {
  needs: 'session' | readonly string[];
  comesBeforeFactor?: boolean;
  isUnattended?: boolean;
  maxBytes?: number;
  upload?: unknown;
};

/**
 * Header of requests that a page sends unattended. Trusting it is safe, because it can only shorten a
 * session.
 */
const BACKGROUND = 'x-background';

export type PendingLogin = Opener & { mail: string; tokenHash: Buffer };

export function pendingUntil(at: Date): Date {
  return new Date(at.getTime() - PENDING_FOR);
}

export function isVerified({ verifiedAt }: Session, at: Date): boolean {
  return at.getTime() - verifiedAt.getTime() <= VERIFIED_FOR;
}

/** Second factor required at once. In a demonstration the account's own rights may wait. */
export function mustHaveFactor(
  { scopes, company }: Session,
  { factorMayWait }: Pick<Config, 'factorMayWait'>,
): boolean {
  return (company?.requiresFactor ?? false) || (!factorMayWait && requiresFactor(scopes));
}

type Alongside = (trx: Db, opened: { id: number; former: EndedSession | null }) => Promise<void>;

/** Limits of a session's life (contract 3). */
export function aliveAt(at: Date): Alive {
  return {
    begunAfter: new Date(at.getTime() - ENDS_AFTER),
    usedAfter: new Date(at.getTime() - ENDS_UNUSED_AFTER),
  };
}

export function holds(session: Session, scope: string): boolean {
  return isAllowed(scope, session.scopes.join(','));
}

type Parts = { db: Db; config: Config; now: () => Date };

/** Sessions by cookie, the only source of authority. The `user` header is never read (contract 3). */
export function registerSession(app: FastifyInstance, { db, config, now }: Parts): void {
  app.decorateRequest('session', null);
  const limit = createOfficeLimit(config.rateLimit, now);

  async function find(request: FastifyRequest, isUse = true): Promise<Session | null> {
    const token = cookie.read(request);
    if (!token) return null;
    const at = now();
    const found = await findSession(db, hashOf(token), aliveAt(at));
    if (!found) return null;
    const { lastUsedAt, ...session } = found;
    if (isUse && at.getTime() - lastUsedAt.getTime() >= TOUCH_EVERY) await touchSession(db, session.id, at);
    return session;
  }

  app.decorate('sessions', {
    async admit(request, { needs, comesBeforeFactor = false, isUnattended = false, maxBytes, upload }) {
      const session = await find(request, !isUnattended && request.headers[BACKGROUND] === undefined);
      if (!session) {
        throw new HttpError(
          401,
          'no_session',
          'Votre session n’est pas ouverte, ou elle a expiré. Connectez-vous pour continuer.',
        );
      }
      // a refusal is journaled with its session, too
      request.session = session;
      const { user, company } = session;
      const refused = limit({
        userId: user.id,
        companyId: company?.id ?? null,
        // pictures have bounds of their own
        bytes: upload === undefined ? bytesOf(request) : 0,
        isImport: maxBytes !== undefined,
      });
      if (refused) throw refused;
      if (needs !== 'session' && !isAnyAllowed(needs, session.scopes.join(','))) {
        throw new HttpError(403, 'forbidden', 'Vos droits ne permettent pas cette action.');
      }
      if (!comesBeforeFactor && !session.hasFactor && mustHaveFactor(session, config)) {
        throw new HttpError(
          403,
          'second_factor_required',
          'Votre compte demande une double authentification. Mettez-la en place pour continuer.',
        );
      }
    },
    open,
    async openPending(request, reply, opener, alongside) {
      const value = newToken();
      const token = cookie.read(request);
      const isBegun = await db.transaction().execute(async (trx) => {
        if (!(await insertPendingLogin(trx, { tokenHash: hashOf(value), opener, at: now() }))) return false;
        if (token) await deletePendingLogin(trx, hashOf(token));
        await alongside(trx, token ? await deleteSession(trx, hashOf(token)) : null);
        return true;
      });
      if (!isBegun) return false;
      cookie.set(request, reply, value);
      return true;
    },
    async findPending(request) {
      const token = cookie.read(request);
      if (!token) return null;
      const tokenHash = hashOf(token);
      const login = await findPendingLogin(db, tokenHash, pendingUntil(now()));
      return login && { ...login, tokenHash };
    },
    look: (request) => find(request, false),
    openAfter(request, reply, { tokenHash, ...login }, alongside) {
      return open(request, reply, { ...login, proof: { pendingLogin: tokenHash } }, alongside);
    },
    async close(request, reply) {
      cookie.set(request, reply, '');
      const token = cookie.read(request);
      if (token) await deletePendingLogin(db, hashOf(token));
      return token ? deleteSession(db, hashOf(token)) : null;
    },
  });

  async function open(
    request: FastifyRequest,
    reply: FastifyReply,
    opener: Opener,
    alongside: Alongside,
  ): Promise<boolean> {
    const value = newToken();
    const token = cookie.read(request);
    const isOpen = await db.transaction().execute(async (trx) => {
      const id = await insertSession(trx, {
        tokenHash: hashOf(value),
        opener,
        at: now(),
        device: deviceOf(request.headers['user-agent']),
        network: shortAddress(request.ip),
      });
      if (id === null) return false;
      await alongside(trx, { id, former: token ? await deleteSession(trx, hashOf(token)) : null });
      return true;
    });
    if (!isOpen) return false;
    cookie.set(request, reply, value);
    return true;
  }
}

/** A body without a length counts as the longest that is read, and none counts as more. */
function bytesOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? Math.min(length, routeOptions.bodyLimit) : 0;
}
