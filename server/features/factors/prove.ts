import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { bareCode, type PasskeyAnswer, type Proofs } from '#domain/iam/second-factor.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Attempt, startStep, tooMany } from '../accounts/attempts.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import type { Asking } from './challenges.ts';
import { countRecoveryCodes, findTotp } from './factors.queries.ts';
import { namedPasskey, offerPasskeys, verifyPasskey } from './passkeys.ts';
import { verifyRecoveryCode } from './recovery-codes.ts';
import { verifyTotp } from './totp.ts';

export type FactorParts = {
  db: Db;
  secret: string;
  config: Config;
  passwords: PasswordHasher;
  now: () => Date;
};

export type Proof = { code: string } | { passkey: PasskeyAnswer };
/** What it was proved by: 'totp', 'recovery_code' or 'passkey'. */
export type ProvedBy = 'totp' | 'recovery_code' | 'passkey';

/** By what a user may prove who it is. */
export async function listProofs(parts: FactorParts, userId: number, asking: Asking): Promise<Proofs> {
  const { db, now } = parts;
  return {
    has_totp: (await findTotp(db, userId)) !== null,
    has_recovery_codes: (await countRecoveryCodes(db, userId)) > 0,
    passkey: await offerPasskeys(parts, { asking, userId, at: now() }),
  };
}

/** Null when it proves nothing of this user: a passkey of somebody else least of all. */
export async function prove(
  parts: FactorParts,
  { proof, userId, asking, network }: { proof: Proof; userId: number; asking: Asking; network: string },
): Promise<ProvedBy | null> {
  const { db, now } = parts;
  const at = now();
  if ('passkey' in proof) {
    const passkey = await namedPasskey(db, proof.passkey);
    if (passkey?.userId !== userId) return null;
    return (await verifyPasskey(parts, { asking, passkey, answer: proof.passkey, at })) ? 'passkey' : null;
  }
  const code = bareCode(proof.code);
  if (/^\d{6}$/.test(code)) return (await verifyTotp(parts, { userId, code, at })) ? 'totp' : null;
  return (await verifyRecoveryCode(parts, { userId, code, network, at })) ? 'recovery_code' : null;
}

/**
 * Counts an attempt, by account and by network, before it is looked at; what it gives takes it back once it was right.
 * Throws an HttpError (429) when there were too many.
 */
export async function countStep(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, secret, now }: FactorParts,
  account: string,
): Promise<Attempt> {
  const tried = { secret, account: normalizeEmail(account), address: request.ip, at: now() };
  const attempt = await startStep(db, tried);
  if (attempt.waitSeconds !== null) {
    throw tooMany(reply, attempt.waitSeconds, 'too_many_codes', 'tentatives');
  }
  return attempt;
}

export function wrongProof(): HttpError {
  return new HttpError(
    401,
    'wrong_proof',
    'Ce code ou cette clé d’accès n’est pas le bon, ou a déjà servi. Réessayez.',
  );
}
