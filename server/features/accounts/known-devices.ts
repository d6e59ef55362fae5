import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure, readCookie, setCookie } from '../../http/cookies.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** Seconds after the last login. */
const KNOWN_FOR = 180 * DAY_SECONDS;
/** Accounts of one browser, since colleagues share machines. */
const ACCOUNTS = 6;
const ENTRY = /^[\w-]{43}$/;

type Account = { id: number; passwordHash: string | null };
const NO_ACCOUNT: Account = { id: 0, passwordHash: null };

/**
 * Entry by which this account knows the browser, from the cookie of its last login there. null: unknown; an
 * entry is a random number, its end and their HMAC with the account and its password's hash, so it names
 * nobody and ends with the password (decision 044).
 */
export function findDevice(
  secret: string,
  request: FastifyRequest,
  { account, at }: { account: Account | null; at: Date },
): string | null {
  // equal work without an account, which has no entry
  const tried = account ?? NO_ACCOUNT;
  const known = readEntries(request).find((entry) => isOf(secret, entry, tried));
  if (!known) return null;
  const number = numberOf(known);
  return number.readUInt32BE(12) > at.getTime() / 1000 ? number.toString('base64url') : null;
}

export function rememberDevice(
  secret: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, at }: { account: Account; at: Date },
): void {
  const ends = Buffer.alloc(4);
  ends.writeUInt32BE(Math.floor(at.getTime() / 1000) + KNOWN_FOR);
  const number = Buffer.concat([randomBytes(12), ends]);
  const entry = Buffer.concat([number, signature(secret, number, account)]).toString('base64url');
  const others = readEntries(request).filter((other) => !isOf(secret, other, account));
  setCookie(request, reply, {
    name: cookieName(request),
    value: [entry, ...others].slice(0, ACCOUNTS).join('.'),
    httpOnly: true,
    maxAge: KNOWN_FOR,
  });
}

function readEntries(request: FastifyRequest): string[] {
  const value = readCookie(request, cookieName(request)) ?? '';
  return value.split('.', ACCOUNTS).filter((entry) => ENTRY.test(entry));
}

function isOf(secret: string, entry: string, account: Account): boolean {
  const signed = Buffer.from(entry, 'base64url').subarray(16);
  return timingSafeEqual(signed, signature(secret, numberOf(entry), account));
}

function numberOf(entry: string): Buffer {
  return Buffer.from(entry, 'base64url').subarray(0, 16);
}

function signature(secret: string, number: Buffer, { id, passwordHash }: Account): Buffer {
  const payload = `known-device:${number.toString('hex')}:${id}:${passwordHash ?? ''}`;
  return createHmac('sha256', secret).update(payload).digest().subarray(0, 16);
}

function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-device' : 'device';
}
