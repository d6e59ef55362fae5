import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure, readCookie, setCookie } from './cookies.ts';

const TOKEN = /^[\w-]{43}$/;

/**
 * Cookie of a session's token, hidden from scripts. `maxAge` in seconds; without it the cookie ends with
 * the browser.
 */
export function tokenCookie(name: string, lasts: { maxAge?: number } = {}) {
  /** The prefix makes browsers refuse a cookie planted by another host or a plain connection. */
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${name}` : name);
  return {
    read(request: FastifyRequest): string | null {
      const token = readCookie(request, nameFor(request));
      return token !== undefined && TOKEN.test(token) ? token : null;
    },
    set(request: FastifyRequest, reply: FastifyReply, value: string): void {
      setCookie(request, reply, { name: nameFor(request), value, httpOnly: true, ...lasts });
    },
  };
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
