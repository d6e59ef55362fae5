import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '#domain/travellers/traveller.ts';
import type { Config } from '../config.ts';
import { readCookie, setCookie } from './cookies.ts';
import { applicationOf } from './hosts.ts';
import { HttpError } from './http-error.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';
const TOKEN = /^[\w-]{43}$/;
const OF_TRAVELLER = { maxAge: SESSION_SECONDS };
const READS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Requires the cookie's token in a header of every back-office write, which another site can send neither
 * by form nor by script (contract 3). One hook covers all routes.
 */
export function registerXsrf(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (applicationOf(request.headers, config) !== 'backoffice') return done();
    const isWrite = !READS.includes(request.method);
    // every write, whatever its address, which can be spelled in many ways (%61pi, http://...)
    if (!isWrite && !isPageOrCall(request.url)) return done();
    const token = readXsrfToken(request) ?? issueToken(request, reply);
    if (!isWrite || request.is404 || isSame(request.headers[HEADER], token)) return done();
    done(outdated());
  });
}

/**
 * Same rule for travellers on the public site: issues the missing token and throws an HttpError (403) for a
 * write without it.
 */
export function requireXsrf(request: FastifyRequest, reply: FastifyReply): void {
  const token = readXsrfToken(request) ?? issueToken(request, reply, OF_TRAVELLER);
  if (READS.includes(request.method) || isSame(request.headers[HEADER], token)) return;
  throw outdated();
}

export function issueXsrf(request: FastifyRequest, reply: FastifyReply): void {
  issueToken(request, reply, OF_TRAVELLER);
}

export function removeXsrf(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, { name: COOKIE, value: '', httpOnly: false });
}

function outdated(): HttpError {
  return new HttpError(403, 'xsrf', 'Votre page n’est plus à jour. Rechargez-la, puis réessayez.');
}

/** Cached files are excluded, because a token belongs to one browser. */
function isPageOrCall(url: string): boolean {
  return url === '/' || url.startsWith('/?') || url.startsWith('/api/');
}

export function readXsrfToken(request: FastifyRequest): string | undefined {
  const token = readCookie(request, COOKIE);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

function issueToken(request: FastifyRequest, reply: FastifyReply, lasts: { maxAge?: number } = {}): string {
  const value = randomBytes(32).toString('base64url');
  // readable by the page's own script
  setCookie(request, reply, { name: COOKIE, value, httpOnly: false, ...lasts });
  return value;
}

function isSame(sent: string | string[] | undefined, token: string): boolean {
  if (typeof sent !== 'string' || !TOKEN.test(sent)) return false;
  return timingSafeEqual(Buffer.from(sent), Buffer.from(token));
}
