import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#domain/audience/email.ts';
import { type AvailableFactors, normaliseCode, type PasskeyAnswer } from '#domain/factors/second-factor.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/open.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Attempt, startSecondStep, tooMany } from '../accounts/attempts.ts';
import type { PasswordHasher } from '../accounts/password-hasher.ts';
import type { ChallengeSubject } from './challenges.ts';
import { countRecoveryCodes, findTotp } from './factors.queries.ts';
import { findNamedPasskey, offerPasskeys, verifyPasskey } from './passkeys.ts';
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
export type ProvedBy = 'totp' | 'recovery_code' | 'passkey';

export async function offerSecondFactors(
  parts: FactorParts,
  userId: number,
  subject: ChallengeSubject,
): Promise<AvailableFactors> {
  const { db, now } = parts;
  return {
    has_totp: (await findTotp(db, userId)) !== null,
    has_recovery_codes: (await countRecoveryCodes(db, userId)) > 0,
    passkey: await offerPasskeys(parts, { subject, userId, at: now() }),
  };
}

export async function verifySecondFactor(
  parts: FactorParts,
  {
    proof,
    userId,
    subject,
    network,
  }: { proof: Proof; userId: number; subject: ChallengeSubject; network: string },
): Promise<ProvedBy | null> {
  const { db, now } = parts;
  const at = now();
  if ('passkey' in proof) {
    const passkey = await findNamedPasskey(db, proof.passkey);
    if (passkey?.userId !== userId) return null;
    return (await verifyPasskey(parts, { subject, passkey, answer: proof.passkey, at })) ? 'passkey' : null;
  }
  const code = normaliseCode(proof.code);
  if (/^\d{6}$/.test(code)) return (await verifyTotp(parts, { userId, code, at })) ? 'totp' : null;
  return (await verifyRecoveryCode(parts, { userId, code, network, at })) ? 'recovery_code' : null;
}

/**
 * Counts an attempt by account and network before its check. The returned attempt uncounts it on success;
 * throws an HttpError (429).
 */
export async function countStep(
  request: FastifyRequest,
  reply: FastifyReply,
  { db, secret, now }: FactorParts,
  account: string,
): Promise<Attempt> {
  const tried = { secret, account: normalizeEmail(account), address: request.ip, at: now() };
  const attempt = await startSecondStep(db, tried);
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
