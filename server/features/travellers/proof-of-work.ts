import { createHmac } from 'node:crypto';
import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Db } from '../../db/open.ts';
import { count, countOf, HOUR, type Limit, MINUTE } from '../accounts/counts.ts';

/** Rounds of PBKDF2 a key, and keys until the right one: at most 800,000 rounds, under 5 s on a slow phone. */
const ROUNDS = 4_000;
const KEYS = { least: 100, most: 200 };
const VALID_FOR = 10 * MINUTE;
const ONCE: Limit = { name: 'traveller:proof', window: HOUR, most: 1 };

/** Challenge that a browser solves before another request, signed, so that nothing of it is stored. */
export async function issueWork(secret: string, at: Date): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS,
    counter: randomInt(KEYS.most, KEYS.least),
    data: { ends: at.getTime() + VALID_FOR },
    deriveKey,
    ...secretsOf(secret),
  });
}

export async function verifyWork(
  db: Db,
  secret: string,
  proof: string | undefined,
  at: Date,
): Promise<boolean> {
  const { challenge, solution } = readProof(proof);
  if (!solution || !challenge?.parameters || typeof challenge.signature !== 'string') return false;
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(secret) });
  if (!verified || Number(challenge.parameters.data?.ends) <= at.getTime()) return false;
  return (await count(db, [countOf(secret, ONCE, challenge.signature)], at)) === null;
}

function readProof(proof: string | undefined): Partial<Parameters<typeof verifySolution>[0]> {
  try {
    return JSON.parse(proof ?? '{}') ?? {};
  } catch {
    return {};
  }
}

function secretsOf(secret: string) {
  const derive = (use: string) => createHmac('sha256', secret).update(`proof-of-work:${use}`).digest('hex');
  return { hmacSignatureSecret: derive('challenge'), hmacKeySignatureSecret: derive('key') };
}
