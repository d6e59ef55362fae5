import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODE_MINUTES } from '#domain/travellers/traveller.ts';
import { isSecure, readCookie, setCookie } from '../../http/cookies.ts';

const TICKET = /^[\w-]{43}$/;

/**
 * What a browser is told when it asks for a code, and shows with the digits: they are mailed to whom anybody names, and open
 * nothing in another browser than the one that asked. It keeps its ticket, so that an earlier code that arrives late opens too.
 */
export function giveTicket(request: FastifyRequest, reply: FastifyReply): Buffer {
  const value = readValue(request) ?? randomBytes(32).toString('base64url');
  setCookie(request, reply, { name: cookieName(request), value, httpOnly: true, maxAge: CODE_MINUTES * 60 });
  return hashOf(value);
}

/** Null: this browser has asked for no code. */
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
