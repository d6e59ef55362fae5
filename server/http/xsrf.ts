import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '#domain/travellers/traveller.ts';
import type { Config } from '../config.ts';
import { readCookie, setCookie } from './cookies.ts';
import { sideOf } from './hosts.ts';
import { HttpError } from './http-error.ts';

const COOKIE = 'XSRF-TOKEN';
const HEADER = 'x-xsrf-token';
const TOKEN = /^[\w-]{43}$/;
const OF_TRAVELLER = { maxAge: SESSION_SECONDS };
const READS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * contract 3: whatever writes on the back-office sends the cookie's token again in a header, which another
 * site can do neither by a form nor by a script. One hook for all, so that no route can forget it.
 */
export function registerXsrf(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (sideOf(request.headers, config) !== 'backoffice') return done();
    const isWrite = !READS.includes(request.method);
    // which write it is does not matter: an address can be written in many ways (%61pi, http://...)
    if (!isWrite && !isPageOrCall(request.url)) return done();
    const token = readXsrfToken(request) ?? issueToken(request, reply);
    if (!isWrite || request.is404 || isSame(request.headers[HEADER], token)) return done();
    done(outdated());
  });
}

/**
 * The same of the public site, for who has signed in there: gives the browser its token where it has none, for as long as a session
 * lasts there, and throws an HttpError (403) for a write that does not send it.
 */
export function demandXsrf(request: FastifyRequest, reply: FastifyReply): void {
  const token = readXsrfToken(request) ?? issueToken(request, reply, OF_TRAVELLER);
  if (READS.includes(request.method) || isSame(request.headers[HEADER], token)) return;
  throw outdated();
}

/** Gives a browser its token as it signs in on the public site: a new one, which lasts as long as the session. */
export function giveXsrf(request: FastifyRequest, reply: FastifyReply): void {
  issueToken(request, reply, OF_TRAVELLER);
}

/** Where it has signed out there, the browser is known by nothing. */
export function takeXsrf(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, { name: COOKIE, value: '', httpOnly: false });
}

function outdated(): HttpError {
  return new HttpError(403, 'xsrf', 'Votre page n’est plus à jour. Rechargez-la, puis réessayez.');
}

/** Not the files that caches keep: a token is one browser's own. */
function isPageOrCall(url: string): boolean {
  return url === '/' || url.startsWith('/?') || url.startsWith('/api/');
}

/** What the browser was given to be known by, session or not. */
export function readXsrfToken(request: FastifyRequest): string | undefined {
  const token = readCookie(request, COOKIE);
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

function issueToken(request: FastifyRequest, reply: FastifyReply, lasts: { maxAge?: number } = {}): string {
  const value = randomBytes(32).toString('base64url');
  // the page's own script reads it
  setCookie(request, reply, { name: COOKIE, value, httpOnly: false, ...lasts });
  return value;
}

function isSame(sent: string | string[] | undefined, token: string): boolean {
  if (typeof sent !== 'string' || !TOKEN.test(sent)) return false;
  return timingSafeEqual(Buffer.from(sent), Buffer.from(token));
}
