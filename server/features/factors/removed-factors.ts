import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Hosts, officeOrigin } from '../../http/origins.ts';

export type RemovedFactor = {
  id: number;
  userId: number;
  kind: 'passkey' | 'totp';
  removedAt: Date;
};

/** Address in the letter about a removal. */
export function restoreAddress(config: Hosts, secret: string, factor: RemovedFactor): string {
  const token = `${factor.id}.${signature(secret, factor).toString('base64url')}`;
  return `${officeOrigin(config)}/#/second-facteur?token=${token}`;
}

export function removalIdOf(token: string): number | null {
  const [, id] = /^(\d{1,9})\.[\w-]{43}$/.exec(token) ?? [];
  return id === undefined ? null : Number(id);
}

/** Derived from the secret and the row, stored nowhere, and useless for another row. */
export function isTokenOfRemoval(secret: string, token: string, factor: RemovedFactor): boolean {
  const sent = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url');
  const own = signature(secret, factor);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(secret: string, { id, userId, removedAt }: RemovedFactor): Buffer {
  const payload = `removed-factor:${id}:${userId}:${removedAt.getTime()}`;
  return createHmac('sha256', secret).update(payload).digest();
}
