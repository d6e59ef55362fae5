import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { spendNonce } from './factors.queries.ts';

const NONCE = 16;
const TIME = 8;
const MAC = 32;
/** What one may take to answer: longer than the library gives the browser. */
const ANSWERED_WITHIN = 5 * 60_000;

/** What a passkey is asked for, and by whom: an answer to one is no answer to another. */
export type Asking = { purpose: 'login' | 'second' | 'again' | 'add'; by: string };

/**
 * A challenge, of which nothing is kept until it is answered: nobody fills a table by asking. It says itself what it
 * was made for and when, signed by the secret.
 */
export function makeChallenge(secret: string, asking: Asking, at: Date): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME);
  time.writeBigUInt64BE(BigInt(at.getTime()));
  const head = Buffer.concat([randomBytes(NONCE), time]);
  return new Uint8Array(Buffer.concat([head, macOf(secret, asking, head)]));
}

/** True once for a challenge that was made for this, a short time ago, whatever becomes of its answer. */
export async function takeChallenge(
  { db, secret }: { db: Db; secret: string },
  { challenge, asking, at }: { challenge: string; asking: Asking; at: Date },
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE + TIME + MAC) return false;
  const head = bytes.subarray(0, NONCE + TIME);
  if (!timingSafeEqual(bytes.subarray(NONCE + TIME), macOf(secret, asking, head))) return false;
  const age = at.getTime() - Number(head.readBigUInt64BE(NONCE));
  if (age > ANSWERED_WITHIN) return false;
  return spendNonce(db, { nonce: head.subarray(0, NONCE), at, forgottenUntil: challengesOverUntil(at) });
}

/** Challenges that were made at this moment or before can be answered no more. */
function challengesOverUntil(at: Date): Date {
  return new Date(at.getTime() - ANSWERED_WITHIN);
}

function macOf(secret: string, { purpose, by }: Asking, head: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey-challenge:${purpose}:${by}:`).update(head).digest();
}
