import type { FastifyRequest } from 'fastify';
import type { RemoveFactor } from '#domain/factors/second-factor.ts';
import type { Db } from '../../db/open.ts';
import type { Origin } from '../../http/actor.ts';
import { HttpError } from '../../http/http-error.ts';
import { networkOf } from '../../http/network.ts';
import { deleteSessions } from '../../http/session.queries.ts';
import { lockUsers } from '../passwords/password-links.queries.ts';
import { originOf } from '../security-events/origin.ts';
import { writeSecurityEvent } from '../security-events/write-security-event.ts';
import {
  hasFactor,
  insertPasskey,
  insertTotp,
  listPasskeys,
  replaceRecoveryCodes,
} from './factors.queries.ts';
import type { acceptPasskey } from './passkeys.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { moveToRemoved } from './removed-factors.queries.ts';
import type { FactorParts } from './verify-second-factor.ts';

/** Bound against mistakes and abuse. */
const MOST_PASSKEYS = 20;

export type Owner = { userId: number; sessionId: number; from: Origin; network: string; at: Date };

export function ownerOf(
  secret: string,
  request: FastifyRequest & { session: { id: number; user: { id: number } } },
  at: Date,
): Owner {
  const { session } = request;
  const network = networkOf(request.ip);
  return { userId: session.user.id, sessionId: session.id, from: originOf(secret, request), network, at };
}

type NewFactor =
  | { kind: 'totp'; sealed: Buffer; step: number }
  | { kind: 'passkey'; name: string; made: NonNullable<Awaited<ReturnType<typeof acceptPasskey>>> };

/**
 * Adds a factor, with ten recovery codes for the first, returned once. Other sessions end, because none has
 * shown the factor.
 */
export async function addFactor(
  { db, passwords }: FactorParts,
  owner: Owner,
  factor: NewFactor,
): Promise<string[] | null> {
  const { userId, at } = owner;
  // hashed before the transaction, because it takes time, and discarded for an account that has a factor
  const codes = (await hasFactor(db, userId)) ? null : await makeRecoveryCodes(passwords, owner.network);
  return db.transaction().execute(async (trx) => {
    await lockUsers(trx, [userId]);
    const isFirst = !(await hasFactor(trx, userId));
    await insertFactor(trx, owner, factor);
    await writeChange(trx, owner, 'factor_added', factor.kind);
    if (!isFirst || !codes) return null;
    await replaceRecoveryCodes(trx, { userId, codes: codes.storedCodes, at });
    await deleteSessions(trx, owner.userId, owner.sessionId);
    return codes.plainCodes;
  });
}

async function insertFactor(trx: Db, { userId, at }: Owner, factor: NewFactor): Promise<void> {
  if (factor.kind === 'totp') {
    if (await insertTotp(trx, { userId, sealed: factor.sealed, step: factor.step, at })) return;
    throw new HttpError(409, 'totp_there', 'Une application de codes est déjà en place. Retirez-la d’abord.');
  }
  if ((await listPasskeys(trx, userId)).length >= MOST_PASSKEYS) {
    throw new HttpError(409, 'too_many_passkeys', `Un compte a ${MOST_PASSKEYS} clés d’accès au plus.`);
  }
  if ((await insertPasskey(trx, { userId, name: factor.name, at, ...factor.made })) === null) {
    throw new HttpError(409, 'passkey_there', 'Cette clé d’accès est déjà enregistrée.');
  }
}

export async function removeFactor(
  { db }: Pick<FactorParts, 'db'>,
  owner: Owner,
  { factor, mustKeepOne }: { factor: RemoveFactor; mustKeepOne: boolean },
): Promise<void> {
  const { userId, at } = owner;
  await db.transaction().execute(async (trx) => {
    await lockUsers(trx, [userId]);
    if (!(await moveToRemoved(trx, { userId, factor, at })))
      throw new HttpError(404, 'no_factor', 'Cette clé d’accès ou cette application n’est plus là.');
    if (!(await hasFactor(trx, userId))) {
      if (mustKeepOne) {
        const sentence =
          'Votre compte doit garder une double authentification. Ajoutez-en une autre d’abord.';
        throw new HttpError(409, 'last_factor', sentence);
      }
      await replaceRecoveryCodes(trx, { userId, codes: [], at });
    }
    await deleteSessions(trx, owner.userId, owner.sessionId);
    await writeChange(trx, owner, 'factor_removed', factor.factor);
  });
}

export async function renewRecoveryCodes({ db, passwords }: FactorParts, owner: Owner): Promise<string[]> {
  const { userId, at, from } = owner;
  const { plainCodes, storedCodes } = await makeRecoveryCodes(passwords, owner.network);
  await db.transaction().execute(async (trx) => {
    await lockUsers(trx, [userId]);
    if (!(await hasFactor(trx, userId))) {
      const sentence = 'Les codes de secours viennent avec une clé d’accès ou une application de codes.';
      throw new HttpError(409, 'no_factor', sentence);
    }
    await replaceRecoveryCodes(trx, { userId, codes: storedCodes, at });
    await writeSecurityEvent(trx, { kind: 'recovery_codes_made', at, from, subjectUserId: userId });
  });
  return plainCodes;
}

async function writeChange(
  trx: Db,
  { userId, from, at }: Owner,
  kind: 'factor_added' | 'factor_removed',
  factor: 'totp' | 'passkey',
): Promise<void> {
  await writeSecurityEvent(trx, { kind, at, from, subjectUserId: userId, details: { factor } });
}
