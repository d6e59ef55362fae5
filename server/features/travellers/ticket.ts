import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_MINUTES } from '#domain/travellers/traveller.ts';
import { isSecure, readCookie, setCookie } from '../../http/cookies.ts';

const TICKET = /^[\w-]{43}$/;

/**
 * Cookie that binds a code to the browser that requested it, because anybody may request a code for any
 * address. The browser keeps one ticket, so that a code that arrives late works, too.
 */
export function issueTicket(request: FastifyRequest, reply: FastifyReply): Buffer {
  const value = readValue(request) ?? randomBytes(32).toString('base64url');
  setCookie(request, reply, { name: cookieName(request), value, httpOnly: true, maxAge: CODE_MINUTES * 60 });
  return hashOf(value);
}

export function readTicket(request: FastifyRequest): Buffer | null {
  const value = readValue(request);
  return value === null ? null : hashOf(value);
}

function readValue(request: FastifyRequest): string | null {
  const value = readCookie(request, cookieName(request));
  return value !== undefined && TICKET.test(value) ? value : null;
}

function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-traveller-code' : 'traveller-code';
}

function hashOf(ticket: string): Buffer {
  return createHash('sha256').update(ticket).digest();
}
