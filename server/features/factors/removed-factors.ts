import { type Hosts, officeOrigin } from '../../http/origins.ts';
import { isRowToken, rowToken } from '../../http/row-token.ts';

export type RemovedFactor = {
  id: number;
  userId: number;
  kind: 'passkey' | 'totp';
  removedAt: Date;
};

export function restoreAddress(config: Hosts, secret: string, factor: RemovedFactor): string {
  const token = rowToken(secret, factor.id, wordsOf(factor));
  return `${officeOrigin(config)}/#/second-facteur?token=${token}`;
}

export function isTokenOfRemoval(secret: string, token: string, factor: RemovedFactor): boolean {
  return isRowToken(secret, token, factor.id, wordsOf(factor));
}

function wordsOf({ id, userId, removedAt }: RemovedFactor): string {
  return `removed-factor:${id}:${userId}:${removedAt.getTime()}`;
}
