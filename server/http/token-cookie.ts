import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure, readCookie, setCookie } from './cookies.ts';

const TOKEN = /^[\w-]{43}$/;

/** A session's token, in a cookie that scripts of the page cannot read; without `maxAge`, in seconds, it ends with the browser. */
export function tokenCookie(name: string, lasts: { maxAge?: number } = {}) {
  /** The prefix makes browsers refuse a cookie that another host or a plain connection would plant. */
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? `__Host-${name}` : name);
  return {
    read(request: FastifyRequest): string | null {
      const token = readCookie(request, nameFor(request));
      return token !== undefined && TOKEN.test(token) ? token : null;
    },
    /** An empty value removes it. */
    set(request: FastifyRequest, reply: FastifyReply, value: string): void {
      setCookie(request, reply, { name: nameFor(request), value, httpOnly: true, ...lasts });
    },
  };
}

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
