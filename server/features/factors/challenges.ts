import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { spendNonce } from './factors.queries.ts';

const NONCE = 16;
const TIME = 8;
const MAC = 32;
/** Milliseconds, longer than the browser's own limit. */
const ANSWERED_WITHIN = 5 * 60_000;

/** Purpose and subject of a challenge. An answer fits no other. */
export type ChallengeSubject = { purpose: 'login' | 'second' | 'again' | 'add'; by: string };

/** Stateless challenge, signed with its purpose and time, so that requests fill no table. */
export function makeChallenge(secret: string, subject: ChallengeSubject, at: Date): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME);
  time.writeBigUInt64BE(BigInt(at.getTime()));
  const head = Buffer.concat([randomBytes(NONCE), time]);
  return new Uint8Array(Buffer.concat([head, macOf(secret, subject, head)]));
}

/** true once for a recent challenge of this purpose, whether its answer is right or wrong. */
export async function takeChallenge(
  { db, secret }: { db: Db; secret: string },
  { challenge, subject, at }: { challenge: string; subject: ChallengeSubject; at: Date },
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== NONCE + TIME + MAC) return false;
  const head = bytes.subarray(0, NONCE + TIME);
  if (!timingSafeEqual(bytes.subarray(NONCE + TIME), macOf(secret, subject, head))) return false;
  const age = at.getTime() - Number(head.readBigUInt64BE(NONCE));
  if (age > ANSWERED_WITHIN) return false;
  return spendNonce(db, { nonce: head.subarray(0, NONCE), at, forgottenUntil: challengesOverUntil(at) });
}

function challengesOverUntil(at: Date): Date {
  return new Date(at.getTime() - ANSWERED_WITHIN);
}

function macOf(secret: string, { purpose, by }: ChallengeSubject, head: Buffer): Buffer {
  return createHmac('sha256', secret).update(`passkey-challenge:${purpose}:${by}:`).update(head).digest();
}
