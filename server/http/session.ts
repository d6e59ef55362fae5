import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAllowed, isAnyAllowed } from '#domain/iam/scopes.ts';
import type { Db } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import { isSecure, readCookie, setCookie } from './cookies.ts';
import {
  type Alive,
  deleteSession,
  findSession,
  insertSession,
  type Opener,
  type SessionRow,
  touchSession,
} from './session.queries.ts';

const HOUR = 60 * 60_000;
const ENDS_UNUSED_AFTER = 12 * HOUR;
const ENDS_AFTER = 7 * 24 * HOUR;
/** A use is written down at most this often. */
const TOUCH_EVERY = 60_000;

const TOKEN = /^[\w-]{43}$/;

export type Session = Omit<SessionRow, 'lastUsedAt'>;

declare module 'fastify' {
  interface FastifyRequest {
    /** who asks; null on a call that needs no session */
    session: Session | null;
  }
  interface FastifyInstance {
    sessions: Sessions;
  }
}

export type Sessions = {
  /** Lets the request through with its session, or throws an HttpError: 401 without one, 403 without a scope. */
  admit(request: FastifyRequest, needs: 'session' | readonly string[]): Promise<void>;
  /**
   * Opens a session under a new token, whatever token the request came with. False, and nothing is opened, when the
   * account has been shut out or given another password since it was looked at.
   */
  open(request: FastifyRequest, reply: FastifyReply, opener: Opener): Promise<boolean>;
  /** Ends the request's session, if it has one. */
  close(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

/** When a session must have begun and been used to be alive (contract 3). */
export function aliveAt(at: Date): Alive {
  return {
    begunAfter: new Date(at.getTime() - ENDS_AFTER),
    usedAfter: new Date(at.getTime() - ENDS_UNUSED_AFTER),
  };
}

/** True when the session's own scopes allow the one that is asked for. */
export function holds(session: Session, scope: string): boolean {
  return isAllowed(scope, session.scopes.join(','));
}

/** Sessions by cookie. Authority comes from here alone: the `user` header is never read (contract 3). */
export function registerSession(app: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  app.decorateRequest('session', null);

  async function find(request: FastifyRequest): Promise<Session | null> {
    const token = readToken(request);
    if (!token) return null;
    const at = now();
    const found = await findSession(db, hashOf(token), aliveAt(at));
    if (!found) return null;
    const { lastUsedAt, ...session } = found;
    if (at.getTime() - lastUsedAt.getTime() >= TOUCH_EVERY) await touchSession(db, session.id, at);
    return session;
  }

  app.decorate('sessions', {
    async admit(request, needs) {
      const session = await find(request);
      if (!session) {
        throw new HttpError(
          401,
          'no_session',
          'Votre session n’est pas ouverte, ou elle a expiré. Connectez-vous pour continuer.',
        );
      }
      if (needs !== 'session' && !isAnyAllowed(needs, session.scopes.join(','))) {
        throw new HttpError(403, 'forbidden', 'Vos droits ne permettent pas cette action.');
      }
      request.session = session;
    },
    async open(request, reply, opener) {
      const value = randomBytes(32).toString('base64url');
      const isOpen = await insertSession(db, { tokenHash: hashOf(value), opener, at: now() });
      if (!isOpen) return false;
      const former = readToken(request);
      if (former) await deleteSession(db, hashOf(former));
      setCookie(request, reply, { name: cookieName(request), value, httpOnly: true });
      return true;
    },
    async close(request, reply) {
      setCookie(request, reply, { name: cookieName(request), value: '', httpOnly: true });
      const token = readToken(request);
      if (token) await deleteSession(db, hashOf(token));
    },
  });
}

function readToken(request: FastifyRequest): string | null {
  const token = readCookie(request, cookieName(request));
  return token !== undefined && TOKEN.test(token) ? token : null;
}

/** The prefix makes browsers refuse a cookie that another host or a plain connection would plant. */
function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-session' : 'session';
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
